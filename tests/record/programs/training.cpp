// A training in C++ without any profiler.
#include <torch/torch.h>

#include <cstdio>

int main()
{
    torch::manual_seed(1);
    torch::set_num_threads(1);
    torch::nn::Sequential network(torch::nn::Linear(20, 32), torch::nn::ReLU(), torch::nn::Linear(32, 5));
    torch::optim::SGD optimizer(network->parameters(), torch::optim::SGDOptions(0.1).momentum(0.9));
    for (int step = 0; step < 80; ++step) {
        const auto data = torch::randn({16, 20});
        const auto labels = torch::randint(0, 5, {16}, torch::kLong);
        optimizer.zero_grad();
        const auto loss = torch::nn::functional::cross_entropy(network->forward(data), labels);
        loss.backward();
        optimizer.step();
        std::printf("step %d of loss %.9g\n", step, loss.item<double>());
    }
}
