"""What people see: scenes as plain data, and the pictures drawn from them."""
