"""The ways mail comes in and goes out; they carry bytes and decide nothing."""
