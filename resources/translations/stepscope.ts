<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1">
<context>
    <name>AbsenceText</name>
    <message>
        <source>No steps yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No curves yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No operators yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No timeline yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No analysis yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No allocations yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No charts yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No network yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to show yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Train, or open a run or a trace, to see how long each step takes and which parts of it take that time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Train to follow loss and accuracy, step by step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Train with the profiler on to see the cost of each operator while the training runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Train with the profiler on to see the recorded steps, with each operator on its thread.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Train to see what the run&apos;s figures mean and what to try, each with its formula and threshold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Train with the profiler on to see the allocations of its active steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Train to see processor use and memory here, updated twice a second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Train to see the network&apos;s operators with their shapes and parameters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Train.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run has no steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run has no curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to analyze</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No memory was recorded in this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No machine samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run has no graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the first machine sample…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No graph yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capturing the network…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the first step…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machine is sampled twice per second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It appears with the first complete forward pass of a torch.nn.Module.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its graph appears after the first forward pass.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program has not computed anything yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data is being prepared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run ended before the first machine sample was taken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run failed before its first step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No complete forward pass of a torch.nn.Module was recorded. The Flame and Calls views show which operators called which.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It ended before the network was captured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program ended before its first operator or step was recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run ended before its first step; the Log view says why, as far as it is known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The imported file marks no steps: choose “Use as steps” in the menu of an operator that occurs once in each step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The imported file has no loss and no accuracy. Tick runs in the list of runs to see their curves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The imported file has no allocations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The imported file has no machine samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The imported file has no operators.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The imported file does not describe the network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The imported file does not describe the network. The Flame and Calls views show which operators called which.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The imported file has no work on a GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The imported file has no recording.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recording has no allocations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recording has no work on a GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recording has no operators.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An aggregated profile has no timestamps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It records how much each function cost, not when. See the flame graph, the call graph and the table of operators, which has a row for each function.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The imported file has no recording. See the Graph view for a model&apos;s network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use `stepscope record --memory`, or “Record memory” in the dialog, to record the memory of a Python program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profiler was off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn the profiler on in the experiment and train again to see where the time and the memory go.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the profiler</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>It records the first active step after %1 step(s) of wait and warm-up.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No step was profiled</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The program ended before the first step whose events are kept, after %1 step(s). Choose earlier steps with `stepscope record --window`.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The run ended before the profiler&apos;s first active step. Train for more than %1 step(s), or shorten its wait and warm-up.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The events of step %1 are not in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1 was not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The events of steps %1 to %2 are not in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the steps %1 to %2 was recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No step was recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s) between %2 and %3</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Recorded steps in memory: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recorded steps: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the recorded step that is nearest to the selected ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No events in these steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select other steps, or all of them.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CallGraph</name>
    <message>
        <source>self %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>total %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChoiceLabel</name>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in PyTorch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean squared error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Negative log likelihood</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss it returns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cross entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bfloat16 (mixed)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>float16 (mixed)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Hide %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group by: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Setting</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ComparedOperators</name>
    <message>
        <source>Time spent in the operator itself, without the operators and runtime calls in it, per sample; for a kernel, its duration. Mean over the recorded steps, if there are any.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time spent in the operator itself, without the operators and runtime calls in it, per step; for a kernel, its duration. Mean over the recorded steps, if there are any.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time spent in the operator itself, without the operators and runtime calls in it, in total; for a kernel, its duration. Mean over the recorded steps, if there are any.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of the kernels, copies and memory sets that the operator itself launched, per sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of the kernels, copies and memory sets that the operator itself launched, per step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of the kernels, copies and memory sets that the operator itself launched, in total.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“Slower” and “faster”: the whole interval is on one side of “the same”. “The same within %1”: the whole interval is that close to it. “Too noisy to tell”: neither; the ratio and its interval are shown, and repeating the runs on a quieter machine may help. “Too few steps”: fewer than %2 were recorded. The intervals are corrected for the number of operators: among identical runs, at most one pair in %3 has any operator marked slower or faster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The operator&apos;s name in PyTorch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part of a training step that called it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls in the whole trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls per step, mean over the recorded steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self / sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self / step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self, total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>self time per sample (µs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>self time per step (µs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>self time in total (µs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% of step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self time divided by the duration of the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device time per sample (µs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device time per step (µs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device time in total (µs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self time minus the baseline&apos;s, per sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self time minus the baseline&apos;s, per step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self time minus the baseline&apos;s, in total.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>difference per sample (µs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>difference per step (µs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>difference in total (µs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self time divided by the baseline&apos;s, in the color of the verdict on it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ratio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The true difference is in this interval with at least 95 % confidence. It is computed from the logarithm of the ratio. It includes the scatter of the steps, the drift of the machine and the most that other programs can have slowed the runs down, and is widened for the number of operators compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interval of the difference (µs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdict on the self times. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdict on the device times. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per sample against the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per step against the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in total against the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; too few recorded steps to tell whether that is more than chance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, between %1 and %2 with at least 95 % confidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; ratio %1 (%2 to %3)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Copying</name>
    <message numerus="yes">
        <source>Copied %1 row(s).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Copy kernel name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy operator name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied picture.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CurvesPicture</name>
    <message>
        <source>batch size %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 logged scalar(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No training step was recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · not tested yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>curves</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Details</name>
    <message>
        <source>%1 into step %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 after the start of the recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%2 in %1 block(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Freed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Called by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launched</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 on the device, %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %3 in %1 event(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of this operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected time range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1 busy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On devices</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LaTeX</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LaTeX</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 as %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace the file?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 already exists. Replace it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to export yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save what this view shows; the arrow lists all its exports</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FigureRows</name>
    <message>
        <source>Imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One of the two runs has too few steps to tell a difference from chance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 times the baseline&apos;s median; 95 % interval: %2 to %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> The steps train different numbers of samples: compare the time per sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> The samples have different sizes, so this does not say which of the two trains faster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its epochs have %1 training samples and the baseline&apos;s have %2, so their times are not compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The samples have different sizes, so the times of epochs are not compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The 95 % interval is not known: it needs at least %1 recorded steps, with their time for data spread over at least %2 of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>95 % interval: %1 to %2, by the variation between the %3 recorded steps alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step took %1 longer, between %2 and %3 with 95 % confidence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 That cannot be distinguished from chance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The median %1 divided by the baseline&apos;s, without first steps. “Slower” and “faster”: the 95 % interval of the ratio excludes 1, and the ratio differs from 1 by more than %2. “The same within %3”: the whole interval is that close to 1. “Too noisy to tell”: neither; repeat the runs on a quieter machine. The interval includes the scatter of the steps (block bootstrap), the machine&apos;s drift within the runs, the difference in processor speed between them, the time threads take to wake up, and the most that other programs can have slowed them down.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ratio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the run ended. Not known for an imported run: its file may contain only part of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The network that was trained.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data set used for training; not known for an imported run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share of the training samples that are set aside for validation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples per training step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of trained values in the network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Completed steps; in an imported run, those that it marks or that were found in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Completed steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time, total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum of all steps, without pauses and tests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum of all training steps, without pauses and tests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Testing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum of all completed tests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training per epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over the completed epochs, without their tests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The very first step, which includes all setup; no other figure counts it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time to %1 accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time from the start of the first step to the end of the first test with at least this accuracy, including earlier tests. Set the accuracy above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples (images, rows, sequences) trained per second of training steps, without the first step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time, median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half of the steps were faster. The first step is excluded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time, p5 – p95</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nine of ten steps are in this range. The first step is excluded. Shown from 20 steps on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data part of a step, share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share of the recorded steps&apos; time in which the training thread prepares its batch or, with loader workers, waits for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device time per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The time in which a device works, in a recorded step on average; of a trace without steps, in total. Of several devices, their sum.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step against the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample against the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time per sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss, final</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean loss over the test samples in the last test.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss, best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lowest of all tests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy, final</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the test samples classified correctly in the last test; none for a run whose task has no accuracy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy, best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The highest of all tests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation loss, final</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean loss over the validation samples, after the last epoch; none for a run without validation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation loss, best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lowest after any epoch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation accuracy, final</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the validation samples classified correctly after the last epoch; none for a run without validation, or whose task has no accuracy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation accuracy, best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The highest after any epoch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean processor use of the run&apos;s process during training and testing; 100 % is one busy processor, 200 % are two. For a recorded program, including the processes that it started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest amount of this machine&apos;s memory that the run&apos;s process used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median time of a loop of constant work, timed between the steps: the speed of the processor itself. On a virtual machine it is slower while another one uses the same core. Where runs differ in it, the intervals of their ratios are wider.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recorder&apos;s cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The time that recording every operator, as in the profiler&apos;s active steps, adds to a step. Measured after the profiler&apos;s schedule, in alternating steps with and without the recorder; a run that is too short for that has none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not measurable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same as the baseline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more than the baseline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 less than the baseline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 A single figure per run: it cannot show whether that is more than chance.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FlameExport</name>
    <message numerus="yes">
        <source> (%n more level(s) are left out)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>the flame graph</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FlameLegend</name>
    <message>
        <source>Faster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slower or new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels and copies</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Frame</name>
    <message numerus="yes">
        <source>%1 call(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>On a device · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in layer %1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not in the other run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in as many steps%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All stacks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All events</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>On devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total on host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self on host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortest, longest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on devices, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on host %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>self %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on devices %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GraphDrawing</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GraphHeat</name>
    <message>
        <source>Kind of operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distance from the roofline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the roof</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GraphSearch</name>
    <message>
        <source>no match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GuiThreadPainter</name>
    <message>
        <source>The picture was not painted because the window was closed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HelpDialogs</name>
    <message>
        <source> or </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keys of a view work while it has the focus. What the mouse does is on its page of the manual, which F1 opens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Linear algebra</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU driver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operating system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compiler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;Stepscope %1&lt;/b&gt;&lt;br&gt;Train a network and see what every step costs.&lt;br&gt;Free software under the GNU GPL, version 3 or later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MachinePanels</name>
    <message>
        <source>GPU %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU use by the training, of one processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor time of the process since the previous sample, in percent of one processor: 200 % is two of them busy all the time. For a recorded program, including the processes that it started, such as the workers of a DataLoader. From the clocks of the processes, twice a second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each processor, all programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use of each processor by all programs since the previous sample, in percent: 100 % is busy all the time. A processor that is switched off has no color. From /proc/stat, twice a second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory in RAM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In RAM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of the process that is in RAM, in MiB or GiB. From /proc/PID/statm, twice a second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LibTorch&apos;s memory on the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory that tensors take up on the GPU, in MiB or GiB, now and at most since the training began. From LibTorch&apos;s allocator, twice a second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LibTorch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of time in which any program ran a kernel on the GPU, in percent; 100 % does not mean that all its multiprocessors were busy. From NVIDIA&apos;s driver (NVML), twice a second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU memory, all programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of the GPU that all programs together take up, in MiB or GiB. From NVIDIA&apos;s driver (NVML), twice a second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power that the GPU draws, with its memory, in watts. From NVIDIA&apos;s driver (NVML), twice a second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock of the GPU&apos;s multiprocessors, in MHz. From NVIDIA&apos;s driver (NVML), twice a second.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Manual</name>
    <message>
        <source>The manual was not found, because Stepscope&apos;s library folder could not be determined.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The manual was not found: there is no %1 in %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> or </source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NodeDetails</name>
    <message>
        <source>Output %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a step, of all operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double-click or press Enter to open the layer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colors</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OpenDialogs</name>
    <message>
        <source>All supported files (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traces and logs (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profiles (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open run or trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open log folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OpenOutside</name>
    <message>
        <source>The desktop has no program that opens %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OperatorColumn</name>
    <message>
        <source>Exact for up to %1 calls of a row, otherwise within %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The operator or autograd function, with its name in PyTorch; in other groupings, the layer, kernel, thread or part of the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part of the training step that called it. A kernel has one row for all passes, unless a pass is chosen above the table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of calls in the steps covered. When rows are not operators, calls nested in the same row are not counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time in the operator itself, as PyTorch&apos;s profiler defines it: the duration of its calls without nested operators, device runtime calls and marked ranges on the same thread, summed over the steps covered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self time as a share of the self times of all operators. The column sums to 100 % over all rows, including filtered ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time from call to return, including the operators called, summed over the steps covered. Calls nested in the same row are not counted again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total time as a share of the duration of all top-level operators. Operators contain each other, so this column does not sum to 100 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean duration of a call, including the operators called. Where calls are nested in others of the same row, calls × mean is more than the total time, which counts nested calls once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration of the shortest call, including the operators called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One call in twenty is shorter: the 5th percentile of call durations, with linear interpolation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half of the calls are shorter: the 50th percentile of call durations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p95</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One call in twenty is longer: the 95th percentile of call durations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration of the longest call, including the operators called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration of the first recorded call. If it is much longer than the others, something was still warming up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First / rest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration of the first recorded call, divided by the median of the others with the same input shapes. If it is well above 1, the call included setup: memory, caches, choosing or compiling kernels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self FLOPs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Floating-point operations of the operator without those of the operators it called, summed over the active steps. Each operation counts once, so the column sums to all operations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total FLOPs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Floating-point operations of the operator and of those it called, summed over the active steps: two for each multiply-add. Operators contain each other, so the sum of this column counts operations several times. Computed from the input shapes if a formula is known (matrix products, convolutions forward and backward, elementwise sums and products).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Achieved speed: total FLOPs divided by total time, or by the device time if devices did the work.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% of peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Achieved speed as a share of the peak of this machine&apos;s processors, measured with as many threads as the run used: press Measure roof in the Roofline view, or run stepscope devices --measure-peak.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory allocated minus memory freed by the operator itself, summed over the active steps. Negative if an operator frees what others allocated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory allocated minus memory freed by the operator and those it called, summed over the active steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time in device runtime or driver calls that the operator itself made, such as cudaLaunchKernel: part of its total time, not of its self time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of the kernels, copies and memory sets that the operator itself launched. Concurrent work on several streams adds up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device self time as a share of all work on devices. It sums to 100 % if every kernel&apos;s operator is known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of the kernels, copies and memory sets launched by the operator and by those it called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of kernels that the operator itself launched, without copies and memory sets.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For the kernels that the operator itself launched: share of the multiprocessors&apos; warps in use, as estimated by the recorder, weighted by duration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layer that the calls belong to; in the backward pass, found by autograd&apos;s sequence numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Autograd&apos;s sequence numbers of the calls, the lowest and the highest. They link the backward pass to the forward pass.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shapes of the input tensors. If calls differ, the number of different shapes: group by operator and shapes to see them separately.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n different</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Self %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread or stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>several</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OperatorDetails</name>
    <message numerus="yes">
        <source>%1 call(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 in %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>several passes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Called by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls and launches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first call %1, %2 × the median of the others with its shapes (%3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1: %2 in %3, the longest %4</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OperatorText</name>
    <message numerus="yes">
        <source>%1 call(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Called by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Covers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 of all operators)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortest call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runtime calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device total time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device self time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 of all device work)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outside of layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operators called</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launched</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 launch(es)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated minus freed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%2 in %1 block(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Freed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OperatorsPicture</name>
    <message>
        <source>Operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The %n operator(s) with the most time on the host</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %n most expensive function(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %n most expensive operator(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch size %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No operator profile: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls/step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total/step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These take %1 of the %2 of all functions. Self excludes and total includes the functions called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These take %1 of the %2 of self time per step of all operators. Self time excludes and total time includes the operators called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These take %1 of the %2 of self time of all operators. Self time excludes and total time includes the operators called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The size follows from the number of rows.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OperatorsTablePicture</name>
    <message numerus="yes">
        <source> (%n more row(s) are left out)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A table has the size of its rows and columns.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not named; its operators are in the Graph view</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 parameter(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>in the first step, which sets everything up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of all steps except the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of the measured steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; %2 to %3 in 90 % of the measured steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; %2 to %3 in 90 % of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of the recorded steps: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum over the recording: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Started: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per step on the host (one measured step)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per step (one measured step)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per step on the host (median of the measured steps)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per step (median of the measured steps)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per step on the host, %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per step, %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; machine and settings: whole run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean device time per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean self time per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean time per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No kernel ran in these steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of %1, all passes together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak of the process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak of LibTorch on the device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory of the most used GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak of device %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>(mean of the last %1 step(s))</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known: no loss or accuracy was logged</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PictureError</name>
    <message>
        <source>Cannot write %1 as &quot;%2&quot;: png, svg or pdf was expected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture cannot be created: it is empty or there is not enough memory.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PicturePainter</name>
    <message>
        <source>Pictures cannot be painted: no thread can be started for them. There may not be enough memory.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProgramCommand</name>
    <message>
        <source>Enter the command that starts the program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no folder %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not a variable. Write each line as NAME=value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program %1 was not found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter the name of the range that ends a step.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RealDifferences</name>
    <message>
        <source>No difference is larger than the noise of the runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runs have the same settings, so none is expected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differences that involve a run with fewer than %1 recorded steps cannot be distinguished from noise.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The baseline or all other runs recorded nothing that can be compared. Choose another baseline, or turn off “Real differences”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record more steps to find smaller differences, or turn off “Real differences” to see all.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Roofline</name>
    <message>
        <source>Peak %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the roof for %2, limited by memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the roof for %2, limited by compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the roof, limited by memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the roof, limited by compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arithmetic intensity (FLOP/byte)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Achieved (GFLOP/s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 achieved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 FLOP per byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time on the device %1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self time %1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 call(s), %2, %3</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The bytes are a lower bound, from the shapes: each input is read and each output written once, as 32-bit floats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recording does not say which data type was used. With 16-bit floats, half as many bytes are moved.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunColor</name>
    <message>
        <source>Blue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Orange</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Green</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pink</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sky</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Violet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gray</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunColumn</name>
    <message>
        <source>Ticked runs are drawn over the run on the screen, in their colors (Space).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name given to the run (F2), otherwise the name of its file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the run ended, or how far it has come; not known for an imported run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trained network; for an imported run, its name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples per training step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The device that computed the run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the test samples classified correctly in the last test; none for a run whose task has no accuracy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From start to end, including tests and pauses.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples (images, rows, sequences) trained per second of training steps, without the first step, which includes all setup.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When the run started, in local time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags of the run, separated by commas.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note about the run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data set used for training, with the shape and classes of synthetic images and the share of the samples to validate on, where they are set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean loss over the test samples in the last test.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Completed epochs, including their tests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Completed training steps; in an imported run, those that it marks or that were found in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the validation samples classified correctly after the last epoch; none for a run without validation, or whose task has no accuracy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean loss over the validation samples, after the last epoch; none for a run without validation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differs by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings in which the run differs from most of the runs shown; none if they are the same or not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unreadable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crashed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunNotices</name>
    <message numerus="yes">
        <source>%1 step(s).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s) in %2.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crashed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export everything…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The timeline, the table of operators, the flame graph and the other views of events show what is in memory; so do their own exports. Curves, step times and the files of Export everything cover the whole run. Set the limit with Edit &gt; Memory for events, or with `stepscope --event-memory MB`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change limit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exported everything to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exported to %1, but not everything.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Samples</name>
    <message>
        <source>Training of a ConvNet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a run of Stepscope on an NVIDIA H100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transformer with mixed precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a trace of PyTorch&apos;s profiler on an NVIDIA H100</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShowIn</name>
    <message>
        <source>Operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StepBars</name>
    <message>
        <source>one bar is the mean of up to %1 steps, or of those that were recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one bar is the mean of up to %1 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time · share:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean · share:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wait and warm-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the recorded step: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median of the recorded steps: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StepDifference</name>
    <message>
        <source>%1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 with its device work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1 took %2, about as long as the median of the %3, %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1 took %2, %3 longer than the median of the %4, %5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1 took %2, %3 less than the median of the %4, %5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 other recorded step(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 takes %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By its self time, the operator %1 takes %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the device, %1 takes %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At that time, other programs used %1 of all processors, compared with a median of %2 in the other steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run is not over: the median is that of the steps recorded so far, and operators and kernels are compared at the end of the run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run is not over: the median is that of the steps recorded so far, and operators are compared at the end of the run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neither the time of step %1 nor its parts are known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1 took %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first step of a run sets everything up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its parts are not known.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StepsPicture</name>
    <message>
        <source>steps</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SvgPicture</name>
    <message>
        <source>%1 cannot be painted: its SVG is not valid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be painted: %2 × %3 pixels is too large.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TimelineMarks</name>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelinePainter</name>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TimelinePicture</name>
    <message>
        <source>the timeline</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TimelineScene</name>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TimelineText</name>
    <message>
        <source>Step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>duration %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>events %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>From first to last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from first to last %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Busy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>busy %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longest %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Direction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>direction %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>occupancy %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocks %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads per block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>threads per block %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Registers per thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>registers per thread %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launched by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launch delay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launch delay %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>self %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pass %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kind %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>VerdictForms</name>
    <message>
        <source>the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too noisy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too few steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too few calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>absent</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ViewKeys</name>
    <message>
        <source>Zoom in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logarithmic loss axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move by dragging, while held</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous, next, outer, inner event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll a page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit the selected event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the time range, then the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show keys and mouse actions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Caller, callee, neighboring frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom to the selected frame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom back, then clear the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all frames</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find frames</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neighboring node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous, next step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extend the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show recorded steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous, next point</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neighboring card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move a page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expand the selected layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse around the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show among the curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ViewPictures</name>
    <message>
        <source>The run has nothing to show in the picture &quot;%1&quot;: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The size of the picture &quot;%1&quot; cannot be chosen. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture &quot;%1&quot; needs events, and none of the run&apos;s are in memory.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WindowMenus</name>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show selection in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs at the side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the list of runs beside the views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The arrow lists all tables, pictures and the trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::AbDialog</name>
    <message>
        <source>A/B test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A is %1. B is the same with another value of one setting. Both train in turns, in short blocks of steps, until it is clear which is faster and how the loss changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The test ends earlier when the speed is known to within 1 % and the loss has a verdict.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In &amp;B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At &amp;most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A has the same value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neither A nor B uses this setting: %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::AbTesting</name>
    <message>
        <source>Measuring %1 against %2…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B so far: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A/B test. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An A/B test is running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the test and close? Its result is not kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep measuring</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::AdvicePage</name>
    <message>
        <source>What to improve first: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::AdviceView</name>
    <message>
        <source>Copy as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formulas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show how each figure is computed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the analysis as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Analyzing the recording…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied the analysis as Markdown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::AxisRow</name>
    <message>
        <source>Field that changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose from a list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the experiment&apos;s value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs a value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
Separate several values with commas, descriptions of layers with semicolons.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
Separate several values with commas.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1, 2, 4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0.1, 0.5, 1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::BatchSizeEditor</name>
    <message>
        <source>Batch size %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::BenchResultsModel</name>
    <message>
        <source>Call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layout</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CallGraphCanvas</name>
    <message>
        <source>Call graph</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CallGraphView</name>
    <message>
        <source>the call graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;At least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Minimum share of the time that an operator and everything it calls must take to be shown; calls below it are hidden too. If the whole graph would be too small to read, it is raised until you move it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the layers as nodes between the operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the time of the launched kernels instead of the host&apos;s, and the kernels as nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Actual size (0)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole graph (F, Home)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph cannot be shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Laying out the graph…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No function reaches this share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No operator reaches this share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower the share to show functions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower the share to show operators.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call graph for Graphviz</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CallTreeModel</name>
    <message>
        <source>The operator, layer or part of the step. Top-down, its callees are below it; bottom-up, its callers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of calls from here in the selected steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time from call to return, including everything called. Calls nested in the same row are not counted again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total time as a share of all self times.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time without the layers and operators called on the same thread.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self time as a share of all self times.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum of the durations of all kernels, copies and memory sets launched from here, even if they overlapped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device time as a share of that of all kernels, copies and memory sets.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean duration of a call, including everything called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CallTreeTable</name>
    <message>
        <source>Call tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom the flame graph to this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open all below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ChartPicture</name>
    <message>
        <source>the chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chart: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CommandPalette</name>
    <message>
        <source>Nothing matches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search actions, views, runs, operators and settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matches</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CompareTable</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CompareView</name>
    <message>
        <source>Go to Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed, accuracy and memory of the runs (Alt+1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each operator costs in each run (Alt+2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runs as charts (Alt+3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run that the others are compared with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Time to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> % accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The test accuracy to reach</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show operators whose name or pass contains all the words (Ctrl+F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare operators, or the work on devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What times refer to. Compare runs of different batch sizes per sample. If not all runs have that figure, times are given per step or in total; the headers show which.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Per sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Real differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only operators that are slower or faster in at least one run, on the host or on devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Complete names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &quot;aten::conv2d&quot; instead of &quot;conv2d&quot;, and kernels with namespaces and parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) are still running: their figures are still changing.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 recorded no operators.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the runs recorded operators: train with the profiler on to compare them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No kernel matches: clear the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No operator matches: clear the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No kernel that really differs matches: clear the filter, or turn off “Real differences”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No operator that really differs matches: clear the filter, or turn off “Real differences”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runs cannot be compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runs are being read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick another run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick two runs or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runs that are ticked in the list of runs (click the box, or press Space) are compared here. The run on the screen takes part only if it is ticked too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparison of the runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparison of the operators</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ComparedOperatorsModel</name>
    <message>
        <source>%1 recorded no steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: over the whole trace, which has no steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%2: over %1 step(s).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name of a kernel, copy or memory set on a device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part of a training step that launched it; “several” if there are more than one. A kernel has one row for all passes, as in the overview.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ComparedOperatorsTable</name>
    <message>
        <source>Filter for this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort by the largest difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CostList</name>
    <message>
        <source>Show %1 in the Operators view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the longest call of %1 in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CurvePlot</name>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs completed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time since the first step (s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (logarithmic)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As logged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training, each step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training, as logged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smoothed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training, smoothed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test, each epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test, as logged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation, each epoch</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CurveReadout</name>
    <message>
        <source>Smoothed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As logged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training, smoothed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training, not smoothed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of the step at the pointer, from 0; without the pointer, of the last one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch of the step, from 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds from the start of the first step to the end of this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss of the step, as the training computed or logged it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moving average over the previous steps, with the weight set by Smoothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the step&apos;s samples that were classified correctly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss on the test samples, in the last test up to the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the test samples that were classified correctly, in the last test up to the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss on the validation samples, in the last validation up to the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the validation samples that were classified correctly, in the last validation up to the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step of the value at the pointer, as it was logged; without the pointer, of the last one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds from the start of the run to when the value was logged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value as logged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last loss logged up to the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moving average over the previous values, with the weight set by Smoothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last accuracy logged up to the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last test loss logged up to the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last test accuracy logged up to the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation accuracy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CurveRunList</name>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CurvesTools</name>
    <message>
        <source>&amp;X axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the x axis counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sho&amp;wn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss and accuracy, or a tag of the scalars that the runs have logged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;moothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logarithmic loss axis (L)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the newest step visible; zooming or panning turns it off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole run (F, or double click)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss and accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smoothing %1: the weight of the previous steps in an exponential moving average, as in TensorBoard. 0 shows each step as it is. Curves of smaller batches are smoothed over as many samples as those of the largest</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CurvesView</name>
    <message>
        <source>Copy picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All views cover steps %1 to %2. Ctrl+click selects all steps again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run on the screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drawn over epochs, because the runs&apos; batch sizes differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run has no loss and no accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has other logged values: choose them in the list above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All logged scalars</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training steps of all curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drawn over steps, because the epochs are not known.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::DataSetNotice</name>
    <message>
        <source>Choose the text file, in UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the CSV file, a table of numbers with a column of labels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the folder of your images, which has a folder for each class.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the .npz or .safetensors file of your images, or a folder of .npy files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your own data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrays (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comma-separated values (%1);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not on this computer yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder %1 does not contain %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use synthetic images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downloading %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Canceling…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::DetailsPane</name>
    <message>
        <source>Selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy everything about the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details of the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all calls; select one in the Timeline for its own times and shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the recording…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no recorded call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected in layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied the details of the selection</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::DeviceEditor</name>
    <message>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::DockTitleBar</name>
    <message>
        <source>Undock or dock this view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close (reopen from the View menu)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::EventMemoryDialog</name>
    <message>
        <source>Memory for events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic: 1/%1 of the memory (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory for the recorded events of the run on the screen, in MB. 0 is automatic: 1/%1 of the memory that the program may use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recorded events up to this limit are kept in memory, for the timeline, the table of operators and the other views of events. Further events stay in the run&apos;s file, which exports and reports read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The option --event-memory has set the limit to %1. A new limit set here replaces it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set limit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::EventMemorySetting</name>
    <message>
        <source>The limit applies after the training.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ExperimentForm</name>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s) after %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · for %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data and network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profiler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ExperimentPanel</name>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the last change of the experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo the change that was undone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open experiment…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read an experiment from a JSON file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save experiment…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the experiment to a JSON file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset every field to its default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Networks with the settings of their source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experiment (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FieldEditor</name>
    <message>
        <source>Allowed: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FiguresModel</name>
    <message>
        <source>baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FindingCard</name>
    <message>
        <source>Show the operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show it in the operator table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formula: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stepscope&apos;s threshold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train with and without this setting in turns, for at most %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FlameCanvas</name>
    <message>
        <source>Flame graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) narrower than a pixel: zoom in to tell them apart</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FlameTools</name>
    <message>
        <source>Mark frames whose name contains all the words (Ctrl+F). Enter goes to the next, Shift+Enter to the previous one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find operator or layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the total in the marked frames; nested ones are counted once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-down: what calls what, from the step&apos;s passes inwards. Bottom-up: operators at the root, with their callers inwards.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bottom-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The measure shown by a frame&apos;s width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Color frames by pass, or by the difference from one of the runs that are ticked in the list of runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw flames, which rise from the root, instead of icicles, which hang from it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>self %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>allocated memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>total %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of all calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the device time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By module</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Against %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FlameView</name>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the profile…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Only the nearest %n caller(s) are shown.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Zoom to this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied the frame&apos;s stack.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folded stacks in ns, for flamegraph.pl and speedscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folded stacks in %1, for flamegraph.pl and speedscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stacks for KCachegrind and callgrind_annotate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stacks for speedscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stacks for pprof</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::GraphCanvas</name>
    <message>
        <source>Network graph</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::GraphFinder</name>
    <message>
        <source>No node contains %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 node(s) contain %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::GraphOverview</name>
    <message>
        <source>The whole graph: click or drag to go there</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::GraphPages</name>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Laying out the graph…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s so far. After %2 s a simpler layout is tried.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This layout without the layers&apos; frames has taken %1 s so far. It is canceled after %2 s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graph cannot be shown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::GraphTools</name>
    <message>
        <source>Without layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark the operators, layers and shapes that contain all the words (Ctrl+F). Enter goes to the next, Shift+Enter to the previous one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers are not framed, because that took too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times, FLOPs and memory are means per step of the selected steps, as far as these were recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward: the operators in execution order. Backward: autograd&apos;s functions in execution order, from the gradient of the output, as far as steps were recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Color by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The color of the cards: the darker, the more an operator costs per step. Backward time is that of the operator&apos;s autograd functions. The distance from the roofline compares the forward pass with this machine&apos;s limits, which are measured on first use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse layers into one card each, and expand them. Double-click a card to expand its layer, or inside a frame to collapse it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out (Ctrl+−)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Actual size (Ctrl+0)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in (Ctrl++)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole graph (F, Home)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expand selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse around selected</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::GraphView</name>
    <message>
        <source>Costs of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other operators ran in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown network graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network graph drawn by Graphviz</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network graph with these layers, drawn by Graphviz</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No backward pass in the selected steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select other steps, or all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No backward pass recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It appears with the first recorded training step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the network graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expand %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show whole graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::HelpWindow</name>
    <message>
        <source>Manual – Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contents of the manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manual page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normal size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – Manual – Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::LabReportExport</name>
    <message>
        <source>The last report is still being written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace the report in this folder?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 already contains a report. Replace its files?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no run to report on.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::LayersEditor</name>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result of one sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 and %3 per sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 parameter(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 value(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::LengthEditor</name>
    <message>
        <source>Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop after a number of training steps, whatever the number of epochs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::LineFieldEditor</name>
    <message>
        <source>random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>folder of images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file or folder of arrays</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ListedRuns</name>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::LogModel</name>
    <message>
        <source>Warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Info</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::LogView</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the selected entries, or all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No messages yet. Start training to see messages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MachinePlot</name>
    <message>
        <source>Time since the first step (s)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MachineReadout</name>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All processors</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MachineView</name>
    <message>
        <source>Machine samples, two per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole run (F, or double click)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MainWindow</name>
    <message>
        <source>Experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This view has nothing to export.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LibTorch %1 is ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was downloaded and checked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings of a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings of an A/B test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the run on the screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the experiment in the form</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ManualBrowser</name>
    <message>
        <source>This page cannot be read: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MeasureBar</name>
    <message>
        <source>From 0 to 100 %; the mark is Stepscope&apos;s threshold</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MemoryModel</name>
    <message>
        <source>outside of any operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layer that the memory was allocated for; in the backward pass, the layer of the forward operator with the same sequence number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The innermost operator that was running when the memory was allocated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part of the training step in which the memory was allocated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of live blocks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total size of the live blocks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of all live memory at that time. The column sums to 100 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer	Operator	Pass	Blocks	Memory (B)	Share (%)
</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MemoryPlot</name>
    <message>
        <source>Live (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time since the first recorded step (s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time since the first recorded step (ms)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MemoryPreview</name>
    <message>
        <source>Predict the memory of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicting the memory of a step…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory of a step cannot be predicted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can be predicted when no training or measurement is running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step needs %1 of memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory of the tensors on the device: weights, gradients, the optimizer&apos;s state and all values of a step, without batches that loader workers prepare in advance. It is predicted from small batches. Tests are not included: their batches may need more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest batch that fits: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No batch fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All batch sizes fit in %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest batch that fits in %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is an estimate, because steps with different batch sizes allocate in different ways.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MemoryView</name>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The device whose memory is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the table explains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At the peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At selected time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Growth by step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated in recorded steps only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory allocated before is not counted: parameters, the data set, the optimizer&apos;s state.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory by origin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click the curve to see another time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 allocated nothing in the recorded steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing that %1 allocated is live at this time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%2 and the operators it calls allocated %3 of this, in %1 block(s).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1: all recorded steps are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 into step %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>between two steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Growth needs three recorded steps in a row; this run has fewer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No growth over %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more is live at the end of the last recorded step than %2 earlier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This covers all recorded steps, not only the selected ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 block(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in %2, %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak in the selected steps: at least %1 in %2, %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak: at least %1 in %2, %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest block is %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the recording…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ModelNotice</name>
    <message>
        <source>Choose the file of your TorchScript model, which torch.jit.save() has written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model %1 does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model %1 contains code that runs with your rights. Use it only if you trust where it comes from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model %1 is being read, to check whether it is trusted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trust this model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TorchScript models (%1);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TorchScript model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::NoticeBar</name>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewer</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Show only the most important messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OperatorBenchDialog</name>
    <message>
        <source>Measure an operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls one operator alone, repeatedly. Enter an operator of LibTorch and its arguments; a tensor is entered as its shape.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An operator of LibTorch and its arguments: a tensor as its shape, such as 64x1x28x28 or 64x10:bfloat16 (64:int10: integers from 0 to 9), several joined by +, and other values as NAME=VALUE, such as stride=2,2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sizes for a capital letter among the dimensions: for the call mm NxN NxN, such as N=100,200,500. Each size gets a row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Sizes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The device to measure on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads per call on the CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One per processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The type of the tensors&apos; elements, where the call names none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory layout of tensors with four dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of measured calls for each row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data t&amp;ype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory &amp;layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;ime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%v of %m</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save all results, with more percentiles, as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove all results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the measurement after this call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping after this call…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The measurement was stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured operators as CSV</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OperatorDetailsPane</name>
    <message>
        <source>Select a row to see the durations of its calls, their shapes and their callers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Called by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls and launches</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 call(s) took %2 to %3</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Computing the steps…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All calls are outside steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OperatorsModel</name>
    <message>
        <source>First call %1, median of the others with its shapes %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/s of %2/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OperatorsTable</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LaTeX</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter for this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure alone…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only operators of LibTorch can be measured alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure what a call of this operator costs by itself, with these shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not known for these figures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OperatorsTools</name>
    <message>
        <source>Gro&amp;up by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part of a training step to show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The steps covered: the active steps of the profiler&apos;s schedule, after wait and warm-up, or all steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Active steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of rows to show: those with the largest figures of the sorted column, or with the largest self time if sorted by text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show durations, shapes and callers of the selected row&apos;s calls below the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the rows are: operators, layers, kernels or others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator and shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread or stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All passes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The columns that the table shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Complete names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &quot;aten::conv2d&quot; instead of &quot;conv2d&quot;, and kernels with namespaces and parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show kernels whose name contains all the words (Ctrl+F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show operators whose name or input shapes contain all the words (Ctrl+F)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OperatorsView</name>
    <message numerus="yes">
        <source>%1 function(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operator(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 call(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 kernel(s), copies and memory sets</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>launched %1 time(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>device time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>self time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 per step over %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>; the %n row(s) shown cover %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Details of the selected row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a row to see the durations of its calls, their shapes and their callers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This profile has sums, not single calls. The flame graph and the call graph show callers and callees of this function.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Single calls are recorded in active steps only. For all steps there are totals, without percentiles, callers or a split by step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected: step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected: steps %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operators were recorded in %1 of %2 steps: totals of these only, without percentiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All steps have totals only: no percentiles, no first call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The schedule had no active step: all steps are shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No active step yet: all steps so far are shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No function matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No kernel matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No operator matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the filter (Esc in its box) or show all passes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing ran on a device in these steps. Group by operators instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recording has no operators.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most expensive operators</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OverviewPage</name>
    <message>
        <source>Show the whole run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deselect the steps, in all views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the Steps view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to improve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the Analysis view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss and accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the Curves view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most expensive operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the Operators view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most expensive kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the Operators view, which has kernels as rows if grouped by kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the Memory view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run without a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown: %1. Parts that are marked “%2” do not depend on the selection.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OverviewView</name>
    <message>
        <source>Reading the steps…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profiler was off: turn it on in the experiment and train again to see the parts of steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The parts of the steps are not known: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Analyzing the recording…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The height follows from the cards.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OwnDataCheck</name>
    <message>
        <source>The data set in %1 is being read.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::PageSearch</name>
    <message>
        <source>Find in this page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find text in this page (Ctrl+F). Enter goes to the next match, Shift+Enter to the previous one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no match</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::PictureDialog</name>
    <message>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colors:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Height</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As shown (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Custom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter the name of the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In pixels at scale 1×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a vector format: the picture can be scaled later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pixels per unit: more for print and high-resolution screens; text grows with it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The color scheme of the picture, not of the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the size “Custom”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From %1 to %2 pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture has %1 pixels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture is drawn as shapes and text.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ProgramDialog</name>
    <message>
        <source>Number of steps whose events are kept, for the timeline, the flame graph and other views of single events. The table of operators counts all steps, unless operators are recorded only in these.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps to skip before events are kept; the first ones are often slower.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record &amp;operators only in these steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record calls of &amp;Python functions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record &amp;memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record a program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any program that uses PyTorch, unchanged. The window follows its steps, losses and operators live. Each process that trains becomes a run in the library.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variables to add to the environment, one per line: NAME=value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E&amp;vents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For other steps, only times, losses and logged values are recorded, at the lowest cost. The table of operators then covers the recorded steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flame, Calls and Timeline show which Python functions call which layers and operators. Steps with many function calls take longer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory shows what PyTorch allocates and frees, and which operators and layers use it. No memory is recorded while the program runs a profiler of its own. GPU work is not recorded while memory is recorded. Steps with many operators take longer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program with its arguments, as in a terminal. Put an argument with spaces in double quotes. No shell is used: $VARIABLES, * and | have no special meaning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Script…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a Python script</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The working directory of the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found automatically</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>end with an optimizer&apos;s update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>end with a call of the network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>end with a backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>end with the range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic: uses optimizer updates; without any, backward passes; without these, calls of the network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name used in record_function()</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps, after the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python scripts (*.py);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder of the program</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ProgramProcess</name>
    <message>
        <source>The program cannot be started: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Further output is not shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was ended by signal %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ended with exit code %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ProgramRecording</name>
    <message>
        <source>%1 is running. Its run appears after the first step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is being recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was interrupted. Stop again to ask it to end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was asked to end. Stop again to kill it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is being killed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A program is being recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop %1 and close? Everything recorded so far is kept in the library.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The events of the next %n step(s) will be kept.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::PythonCheck</name>
    <message>
        <source>%1 does not run Python.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is Python %2 without PyTorch. Programs that it runs cannot be recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is Python %2 with PyTorch of an unknown version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is Python %2 with PyTorch %3.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RankRuns</name>
    <message>
        <source>These runs are ranks of one distributed training.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as one run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the first recorded steps of all ranks…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ReportExport</name>
    <message>
        <source>Export everything to a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace the run in this folder?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 already contains a run. Replace its files?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last export is still being written.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RooflineCanvas</name>
    <message>
        <source>Roofline</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RooflineView</name>
    <message>
        <source>Roof measured with %1: %2/s, memory %3/s, %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1, on a busy machine: other programs used %2 of the processors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure roof</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure and store the peak speed of this machine&apos;s processors and memory; takes a second or two, in which nothing else should run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The work of the device was not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without it, the speed of the operators on the device is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No operator with known operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The roofline needs recorded input shapes, and operators with a formula for their operations, such as convolutions and matrix products.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No roof: the recording does not name one device that did all the work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No roof: Stepscope does not know the published peak of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No roof: the recording does not say how many threads an operator used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No roof: the run was made on another processor, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No roof: the recording does not name its processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring the roof…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published peak of %1, memory %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The roof is not measured because the processors are in use; press “Measure roof” to measure it anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The roof is measured after the training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>points above the roof: the processors are faster than measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>points cover %1 of the device&apos;s time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>points cover %1 of the self time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
Not included: operators without a formula for their operations or bytes, and those that mostly call others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the roofline</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunDisplay</name>
    <message>
        <source>Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunOpener</name>
    <message>
        <source>A network is being trained: its run stays on the screen until it ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is damaged. Its readable part is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only runs in the same folder can be opened together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These files cannot be opened together: they must all be Stepscope runs, or all be files of other programs. Add the others to the library first, with stepscope import.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Added %1 run(s) to the library and ticked them there.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %1 run(s) to the library and ticked the first %2 there.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunProgress</name>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operator(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>aggregated profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tag(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · testing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · step %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time of tests not known yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time left not known yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least %1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sweep · %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunReports</name>
    <message>
        <source>Exported everything to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing the report to %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report written: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report written, but incomplete: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open report</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Write the report of %n ticked run(s) to a folder</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Write the report of “%1” to a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train, open a run, or tick runs in the panel of runs first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunShelf</name>
    <message>
        <source>%1 is still being written: stop its training first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be moved to the trash.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be restored from the trash.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunStatusBar</name>
    <message>
        <source>Device of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor time of this program; 100 % is one busy processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of this program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean training speed of the last two seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean training speed of all steps except the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean training speed of the measured steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median time of the last steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median time of the measured steps on the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median time of the measured steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median step %1 on the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU %1 %</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunsFilterBox</name>
    <message>
        <source>Filter runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression: “batch (16|64)”, “^mnist”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not a regular expression: %1 at character %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show runs whose name, network, device, outcome, date, tags or note contain all the words, or match the regular expression (Ctrl+F)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunsList</name>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunsModel</name>
    <message>
        <source>Tick to draw its curves over those of the run on the screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The process ended unexpectedly. Everything saved until then is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunsPanel</name>
    <message>
        <source>Untick all</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Compare %n run(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare times, losses and operators of these runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick or select at least two runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use these settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every training and recording is listed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train with the settings of the current run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runs cannot be listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the filter (Esc in its box) to see all runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the settings of these runs side by side</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunsTable</name>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Color</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run has it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunsView</name>
    <message>
        <source>My runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go back to the folder of your trainings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the runs of another folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a folder of runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 run(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runs cannot be listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the filter (Esc in its box) to see all runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No runs in this folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs are files that end in .stepscope.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every training is saved here while it runs, including those started from the command line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Moved %n run(s) to the trash.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Moved “%1” to the trash.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown runs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::Session</name>
    <message>
        <source>A network is being trained.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A program is being recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An A/B test is running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An operator is being measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sweep is running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no checkpoint of the run on the screen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This training is complete. Continue it for the same length again?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SettingsTable</name>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings of the runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Settings of %n run(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Only settings that differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All settings are the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No known settings differ, but some are unknown.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ShownRun</name>
    <message>
        <source>The steps are made from the events “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::Shutdown</name>
    <message>
        <source>Training is running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the training and close? Everything measured so far is kept in the library.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the training and close? All measurements are lost, because their file could not be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep training</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SidePanel</name>
    <message>
        <source>on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use these settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill the form with the settings of this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train a network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the form of the experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run without a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings of a run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::Sparkline</name>
    <message>
        <source>Curve of the loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curve of the accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, smoothed: from %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StartPage</name>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train the experiment in the form, or open a run or a trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train the experiment in the form, or open a run, a trace or an example.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or drop a file on this window: a run, a trace, a profile or a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open this example</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>in %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepBars</name>
    <message>
        <source>Steps as bars of their parts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Steps %2 to %3, %1 of them: means</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 recorded step(s) shown</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Wall time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not recorded: only its wall time is known.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepChoice</name>
    <message>
        <source>Use the detected steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the trace&apos;s own steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use as steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each event of this name becomes a step; if they cover less than half of the time, each starts one. The trace is read again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For imported traces only: a training run has its own steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the trace again, with the steps that it had before a name was selected.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepDifferenceModel</name>
    <message>
        <source>Part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The wall time of the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A part of the step. The parts of this step add up to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The operator&apos;s self time on the host, in all its calls in the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A kernel, copy or memory set: its time on the device, in all its launches in the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The time in this step minus the median over the others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The time in the selected step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half of the other recorded steps take less. The medians of the parts need not add up to the median of the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (µs)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepDifferenceTable</name>
    <message>
        <source>The step compared with the median step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepPartsModel</name>
    <message>
        <source>Part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>5th percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>95th percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% of step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each instant of a step belongs to one part: that of the running operator, or, between two operators of the same part, that part. Other is the time between two parts and after the last one. By device, an instant belongs to the first that applies of: kernel, memory copy, memory set, communication, runtime call, data loader, CPU operator, anything else that was recorded; in the rest, host and device are idle.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half of the steps take less. The medians of the parts need not add up to the median of the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step in twenty takes less.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step in twenty takes more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The means of the parts add up to the mean of the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part&apos;s time in all steps, divided by their total time. Adds up to 100 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Getting the next batch of samples, from the start of the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copying the batch to the device, as far as the host is involved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The network&apos;s forward pass.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss of the network&apos;s output.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The gradients, by autograd.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The update of the weights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A kernel is running on a device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory is being copied; no kernel is running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device memory is being set; no copy or kernel is running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Devices are exchanging data and do nothing else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host is in a device runtime call; no device is working.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host is waiting for the data loader; no device is working.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host is running an operator; no device is working.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was recorded, on the host or on a device. A device alone is idle for longer: also while the host does something else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Between two parts, and after the last one. By device: anything else recorded on the host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown for %1 steps or more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The wall time of a step: the sum of its parts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (µs)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepPartsTable</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepTimeChart</name>
    <message>
        <source>Time per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 mean %2, share %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepsNote</name>
    <message>
        <source>The profiler was off: only the wall time of each step is known. Turn it on in the experiment and train again to see the parts of steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No step was recorded, so only wall times are known. Train for more steps than the profiler&apos;s wait and warm-up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the profiler&apos;s first active step: until then, only wall times are known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: only wall times are known. %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepsTools</name>
    <message>
        <source>Recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the recorded steps and those before them (F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole run (A)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split steps into data, forward pass, loss, backward pass and optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split steps into kernels, copies, runtime calls, data loader, operators and idle time: each instant counts once, in this order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rank of the distributed run whose steps are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the selected step in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deselect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the selection: use all steps (Escape, or double click)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepsView</name>
    <message>
        <source>step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 recorded step(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 detected step(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 with its device work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 with their device work</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 measured step(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The measured steps are all steps of the file in which something was recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The measured steps are all steps of the run, except the first, which sets everything up, and those in which the cost of the recorder is measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Their time is that of the host, from the start to the end of a step. With its device work, a step starts when that of the previous one is done, and ends when its own is done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>5th to 95th percentile %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps are made from %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps were detected from %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the communication overlaps with computation</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>last to reach %2 of %1 collective call(s), %3 late in total</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>never last to reach %1 collective call(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Show in the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the steps…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was recorded in the steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recording marks steps, but has no events in them: record the operators, too, to see the parts of steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SweepActions</name>
    <message>
        <source>Show plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop after the current step; the sweep can be resumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the report when done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the report of a completed sweep in the browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure the first steps of each setting, and estimate the time of all runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train the runs one after another</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SweepForm</name>
    <message>
        <source>%1 on %2, batch size %3, %4, seed %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All other fields have the values of the experiment panel.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+ Another field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change one more field from run to run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All combinations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One run for every combination of the values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairwise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One run for the first values, one for the second ones, and so on; all fields need the same number of values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in the experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long each run trains. The same number of samples is fair to all batch sizes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs of each setting, each with its own seed. All settings run once before any is repeated, so that changes in the machine&apos;s speed affect all settings alike.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train each run for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the runs, their comparison and the report are saved. If the folder has a stopped sweep, it is continued.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a field that changes from run to run, or repeats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder for the runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder for the sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New runs use the experiment in the form (%1), but with</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SweepPlanModel</name>
    <message>
        <source>Measuring…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Will fail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crashed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least %1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expected duration of the run, from its first steps, part of its test and the time of finished and running runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the run, or how it ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time taken, or remaining time, for training and testing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples trained per second of training steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why a run failed, and its warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position in training order</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SweepPlanTable</name>
    <message>
        <source>Open run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SweepProcess</name>
    <message>
        <source>The program stepscope cannot be started: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sweep&apos;s process was killed, perhaps because the machine ran out of memory. Finished runs are kept, and the sweep can be resumed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sweep could not be run.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SweepSession</name>
    <message>
        <source>The experiment has the settings of %1. Undo brings yours back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sweep is running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the sweep and close? Finished runs are kept, and the sweep can be resumed later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue the sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SweepTools</name>
    <message>
        <source>Lab 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lab&apos;s ConvNet of 2020 at batch sizes 1, 16 and 64 on every device: measures the time and chooses as many images as fit into about five minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the sweep&apos;s runs in the panel of runs, ticked for comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare times, losses and operators of the sweep&apos;s runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the sweep&apos;s report in the browser</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SweepView</name>
    <message>
        <source>Writing the report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 · about %3 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 samples each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sweep in the folder: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, all done</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1, %n left</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1: about %2 in total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sweep was stopped: %1 of %2 done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The sweep is done: %1, %n of them failed.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The sweep is done: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan a sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select above which fields change, and their values: the resulting runs are listed here. Lab 1 fills in everything.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lab 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sweep is running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder contains a different sweep from the one in the form (%1). To start the one in the form, choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All runs are done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the plan first, to see how long the runs will take.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring the first steps of each setting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan of the sweep</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::TimelineMinimap</name>
    <message>
        <source>The whole trace: click or drag to go there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::TimelineView</name>
    <message>
        <source>Wheel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom; with Shift move, with Ctrl scroll</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move; with Shift select a time range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the event&apos;s menu (copy, fit, use as steps)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit the event; elsewhere: fit all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find operator or layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fade all other events (Ctrl+F). Enter or F3 goes to the next one, Shift+Enter or Shift+F3 to the previous one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out (S)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in (W)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole trace (F, Home, or double click)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all keys and mouse actions (?)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit this event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected in another view: %1. F3 goes to its next call; other events are faded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wheel: zoom · drag: move · Shift+drag: select a range · click: details · double click: fit · ?: all keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the trace…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied the event&apos;s details.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown part of the timeline</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::TraceImport</name>
    <message>
        <source>The import was canceled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Opened %2 and added its %1 run(s) to the library.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Opened the readable part of %2 and added %1 run(s) to the library.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Canceling…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merging the parts of %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading %1: %2 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened %1 in %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened the readable part of %1 in %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing the run…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Added to the library as %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ViewRail</name>
    <message>
        <source>Views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring %1 to the front</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring %1 to the front (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show beside the others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as a window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ViewRegistry</name>
    <message>
        <source>Go to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring %1 to the front</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Return to the previous view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the next view again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the next view that is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the previous view that is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flame</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::WindowActions</name>
    <message>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train the experiment from the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause the training after this step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the training after this step, or interrupt the recorded program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue the training on the screen from where it stopped, as a new run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the weights of trainings beside their runs, and a checkpoint to resume them from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lab 1: compare batch sizes 1, 16 and 64…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch sizes 1, 16 and 64 on every device: estimates the time, trains, compares the runs and writes the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record a program…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run any program that uses PyTorch, unchanged, and follow it live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record 50 steps now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the events of the recorded program&apos;s next 50 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A/B test…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure whether another value of a setting trains faster, and what happens to the loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure an operator…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure what one call of an operator costs, with tensors of any size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open run or trace…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show a saved run, or a trace of PyTorch&apos;s profiler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open log folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the runs in TensorBoard&apos;s event files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the run from the screen and go to the start page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export this view…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the picture or the table of the view in front</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export everything…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write tables, pictures and trace of the run to a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the lab&apos;s report of the ticked runs, or of the run on the screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the selected rows, or the picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the desktop&apos;s light or dark theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark text on a light background</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light text on a dark background</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search all actions, views, runs, operators and settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Untick all runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the ticked runs from the curves and from Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move all views back to their default places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make all text larger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make all text smaller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normal text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset text to its normal size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory for events…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit the memory for the recorded events of the run on the screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the manual at the page of the current view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List all keyboard shortcuts of the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Stepscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Versions of the program and its environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue the training</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::WindowStatus</name>
    <message>
        <source>Train the experiment from the start (Ctrl+R)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the sweep after the current step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading LibTorch…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready to train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stepscope::ui::Workspace</name>
    <message>
        <source>Views</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
