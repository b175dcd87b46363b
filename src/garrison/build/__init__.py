"""The build: machine code is made here, from rules and kernels, for any processor. What runs never imports it."""
