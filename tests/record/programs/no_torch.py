"""No PyTorch at all."""
print("sum", sum(range(10)))
