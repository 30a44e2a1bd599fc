"""Reading what stands behind each verb."""
