"""Files about LP1 and its optimum: VIPR certificates (writer, reader, checker), LP and MPS
files."""
