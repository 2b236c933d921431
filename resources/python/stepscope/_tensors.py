"""Finds the tensors among what a program passes to its modules, and their sizes, without running the program's code."""

MOST_ENDS = 16  # of the inputs or outputs of a network's graph


class Tensors:
    def __init__(self, torch):
        self.torch = torch
        self.Tensor = torch.Tensor
        self.is_traced = getattr(torch._C, "_is_tracing", torch.jit.is_tracing)
        self.count_override_modes = getattr(torch._C, "_len_torch_function_stack", None)

    def has_override_mode(self):
        """Whether the program itself intercepts calls of PyTorch's functions; it would see ours."""
        return self.count_override_modes is not None and self.count_override_modes() > 0

    def without_overrides(self):
        """Within this context, queries of a tensor of a subclass do not run the program's code."""
        return self.torch._C.DisableTorchFunction()

    def sizes_of(self, tensor):
        if type(tensor) is self.Tensor:
            return tuple(tensor.shape)
        with self.without_overrides():
            return tuple(tensor.shape)

    def first_in(self, values, depth=0):
        """The first one that is not a single number, such as the time of a differential equation."""
        for value in values:
            if isinstance(value, self.Tensor):
                if len(self.sizes_of(value)) > 0:
                    return value
                continue
            if depth == 0 and isinstance(value, (list, tuple)):
                found = self.first_in(value, 1)
            elif depth == 0 and isinstance(value, dict):
                found = self.first_in(value.values(), 1)
            else:
                continue
            if found is not None:
                return found
        return None

    def all_in(self, values, depth=0):
        """The tensors, including those in lists, tuples and dictionaries; at most MOST_ENDS."""
        found = []
        for value in values:
            if isinstance(value, self.Tensor):
                found.append(value)
            elif depth < 3 and isinstance(value, dict):
                found += self.all_in(value.values(), depth + 1)
            elif depth < 3 and isinstance(value, (list, tuple)):
                found += self.all_in(value, depth + 1)
            if len(found) >= MOST_ENDS:
                break
        return found[:MOST_ENDS]
