Print Universes "../X".
