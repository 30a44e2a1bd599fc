"""What any card game of this family needs: dice, table and events, power-structure geometry."""
