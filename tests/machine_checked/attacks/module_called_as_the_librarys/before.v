Module Classical_Prop. Variable classic : False. Definition absurd := classic. End Classical_Prop.
