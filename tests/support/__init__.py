"""What tests of several fields need: tables, letters, servers, games and goldens."""
