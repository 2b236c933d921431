"""The passes of the program's networks: whether they train or evaluate, and how many samples they process."""

from stepscope._probe import EVALUATION, SAMPLES

# Values of EVALUATION.
TRAINS = 0
EVALUATES = 1
WITHOUT_GRADIENT = 2


class Passes:
    def __init__(self, torch, tensors, functions):
        self.Tensor = torch.Tensor
        self.is_grad_enabled = torch.is_grad_enabled
        self.tensors = tensors
        self.functions = functions

    def begin_process(self, layers):
        self.layers = layers
        self.mode = TRAINS
        self.sizes = None  # of the first tensor of the last root
        self.samples = 0  # of all calls of root modules
        self.has_trained = False  # there was a backward pass

    def mode_of(self, module):
        return EVALUATES if not module.training else TRAINS if self.is_grad_enabled() else WITHOUT_GRADIENT

    def change_mode(self, mode):
        self.mode = mode
        self.functions.value(EVALUATION, mode)

    def count(self, module, arguments, named):
        """Reports the number of samples in a call of a root module."""
        samples = self.samples_of(module, arguments, named)
        if samples is not None:
            self.samples += samples
            self.functions.value(SAMPLES, samples)

    def count_usual(self, module, arguments):
        """The short way for a call in the same mode with a usual tensor. False: it is not one."""
        if self.mode != self.mode_of(module):
            return False
        tensor = arguments[0] if arguments else None
        if type(tensor) is not self.Tensor:
            return False
        sizes = tensor.shape
        dimension = self.layers.batch_dimension.get(id(module), 0)
        if len(sizes) < 2 or type(sizes[dimension]) is not int:
            return False
        self.sizes = sizes
        self.samples += sizes[dimension]
        self.functions.value(SAMPLES, sizes[dimension])
        return True

    def samples_of(self, module, arguments, named):
        self.sizes = None
        tensor = self.tensors.first_in(arguments)
        if tensor is None and named:
            tensor = self.tensors.first_in(named.values())
        if tensor is None:
            return None
        sizes = self.tensors.sizes_of(tensor)
        if len(sizes) == 1 and tensor.dtype.is_floating_point:  # the features of one sample
            return 1
        dimension = self.layers.batch_dimension.get(id(module), 0)
        if len(sizes) <= dimension or any(type(size) is not int for size in sizes):  # symbolic sizes must not be read
            return None
        self.sizes = sizes
        return sizes[dimension]

    def count_missed(self, module, arguments):
        """Reports the samples that count() missed because the root was not yet known to be sequence-first."""
        if self.layers.sequence_first:
            more = self.layers.find_batch_dimension(module, arguments, self.sizes)
            if more:
                self.functions.value(SAMPLES, more)
