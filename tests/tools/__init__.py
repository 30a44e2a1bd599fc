"""Programs for whoever develops: what `make fuzz`, `make mutants` and others run."""
