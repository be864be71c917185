"""What every program needs and no paper describes: errors, console, files, processes, versions."""
