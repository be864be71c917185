"""What every program needs and no paper describes: errors, console, files, processes, versions.

Imports nothing else of the project.
"""
