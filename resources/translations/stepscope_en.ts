<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>AbsenceText</name>
    <message numerus="yes">
        <source>It records the first active step after %1 step(s) of wait and warm-up.</source>
        <translation>
            <numerusform>It records the first active step after %1 step of wait and warm-up.</numerusform>
            <numerusform>It records the first active step after %1 steps of wait and warm-up.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The run ended before the profiler&apos;s first active step. Train for more than %1 step(s), or shorten its wait and warm-up.</source>
        <translation>
            <numerusform>The run ended before the profiler&apos;s first active step. Train for more than %1 step, or shorten its wait and warm-up.</numerusform>
            <numerusform>The run ended before the profiler&apos;s first active step. Train for more than %1 steps, or shorten its wait and warm-up.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The program ended before the first step whose events are kept, after %1 step(s). Choose earlier steps with `stepscope record --window`.</source>
        <translation>
            <numerusform>The program ended before the first step whose events are kept, after %1 step. Choose earlier steps with `stepscope record --window`.</numerusform>
            <numerusform>The program ended before the first step whose events are kept, after %1 steps. Choose earlier steps with `stepscope record --window`.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s) between %2 and %3</source>
        <translation>
            <numerusform>one step between %2 and %3</numerusform>
            <numerusform>%1 steps between %2 and %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Copying</name>
    <message numerus="yes">
        <source>Copied %1 row(s).</source>
        <translation>
            <numerusform>Copied %1 row.</numerusform>
            <numerusform>Copied %1 rows.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CurvesPicture</name>
    <message numerus="yes">
        <source>%1 logged scalar(s)</source>
        <translation>
            <numerusform>%1 logged scalar</numerusform>
            <numerusform>%1 logged scalars</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation>
            <numerusform>%1 step</numerusform>
            <numerusform>%1 steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Details</name>
    <message numerus="yes">
        <source>%1 on the device, %2</source>
        <translation>
            <numerusform>%1 on the device, %2</numerusform>
            <numerusform>%1 on the device, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2 in %1 block(s)</source>
        <translation>
            <numerusform>%2 in %1 block</numerusform>
            <numerusform>%2 in %1 blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2: %3 in %1 event(s)</source>
        <translation>
            <numerusform>%2: %3 in %1 event</numerusform>
            <numerusform>%2: %3 in %1 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FlameExport</name>
    <message numerus="yes">
        <source> (%n more level(s) are left out)</source>
        <translation>
            <numerusform> (%n more level is left out)</numerusform>
            <numerusform> (%n more levels are left out)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Frame</name>
    <message numerus="yes">
        <source>%1 call(s)</source>
        <translation>
            <numerusform>%1 call</numerusform>
            <numerusform>%1 calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation>
            <numerusform>%1 step</numerusform>
            <numerusform>%1 steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GraphDrawing</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OperatorColumn</name>
    <message numerus="yes">
        <source>%n different</source>
        <translation>
            <numerusform>%n different</numerusform>
            <numerusform>%n different</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OperatorDetails</name>
    <message numerus="yes">
        <source>%1 call(s)</source>
        <translation>
            <numerusform>%1 call</numerusform>
            <numerusform>%1 calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OperatorText</name>
    <message numerus="yes">
        <source>%1 call(s)</source>
        <translation>
            <numerusform>%1 call</numerusform>
            <numerusform>%1 calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 launch(es)</source>
        <translation>
            <numerusform>%1 launch</numerusform>
            <numerusform>%1 launches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2 in %1 block(s)</source>
        <translation>
            <numerusform>%2 in %1 block</numerusform>
            <numerusform>%2 in %1 blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OperatorsPicture</name>
    <message numerus="yes">
        <source>The %n most expensive function(s)</source>
        <translation>
            <numerusform>The most expensive function</numerusform>
            <numerusform>The %n most expensive functions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %n most expensive operator(s)</source>
        <translation>
            <numerusform>The most expensive operator</numerusform>
            <numerusform>The %n most expensive operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %n operator(s) with the most time on the host</source>
        <translation>
            <numerusform>The operator with the most time on the host</numerusform>
            <numerusform>The %n operators with the most time on the host</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OperatorsTablePicture</name>
    <message numerus="yes">
        <source> (%n more row(s) are left out)</source>
        <translation>
            <numerusform> (%n more row is left out)</numerusform>
            <numerusform> (%n more rows are left out)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message numerus="yes">
        <source>%1 parameter(s)</source>
        <translation>
            <numerusform>%1 parameter</numerusform>
            <numerusform>%1 parameters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation>
            <numerusform>%1 step</numerusform>
            <numerusform>%1 steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(mean of the last %1 step(s))</source>
        <translation>
            <numerusform>(of the only step)</numerusform>
            <numerusform>(mean of the last %1 steps)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Roofline</name>
    <message numerus="yes">
        <source>%1 call(s), %2, %3</source>
        <translation>
            <numerusform>%1 call, %2, %3</numerusform>
            <numerusform>%1 calls, %2, %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunNotices</name>
    <message numerus="yes">
        <source>%1 step(s) in %2.</source>
        <translation>
            <numerusform>%1 step in %2.</numerusform>
            <numerusform>%1 steps in %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 step(s).</source>
        <translation>
            <numerusform>%1 step.</numerusform>
            <numerusform>%1 steps.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StepDifference</name>
    <message numerus="yes">
        <source>%1 other recorded step(s)</source>
        <translation>
            <numerusform>%1 other recorded step</numerusform>
            <numerusform>%1 other recorded steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelineMarks</name>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelinePainter</name>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelineText</name>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation>
            <numerusform>%1 step</numerusform>
            <numerusform>%1 steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CallGraphView</name>
    <message numerus="yes">
        <source>%1 of %n node(s)</source>
        <translation>
            <numerusform>%1 of %n node</numerusform>
            <numerusform>%1 of %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CompareView</name>
    <message numerus="yes">
        <source>%n run(s) are still running: their figures are still changing.</source>
        <translation>
            <numerusform>One run is still running: its figures are still changing.</numerusform>
            <numerusform>%n runs are still running: their figures are still changing.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ComparedOperatorsModel</name>
    <message numerus="yes">
        <source>%2: over %1 step(s).</source>
        <translation>
            <numerusform>%2: over %1 step.</numerusform>
            <numerusform>%2: over %1 steps.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ExperimentForm</name>
    <message numerus="yes">
        <source>%1 step(s) after %2</source>
        <translation>
            <numerusform>%1 step after %2</numerusform>
            <numerusform>%1 steps after %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FlameCanvas</name>
    <message numerus="yes">
        <source>%n frame(s) narrower than a pixel: zoom in to tell them apart</source>
        <translation>
            <numerusform>%n frame narrower than a pixel: zoom in to tell them apart</numerusform>
            <numerusform>%n frames narrower than a pixel: zoom in to tell them apart</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FlameView</name>
    <message numerus="yes">
        <source>Only the nearest %n caller(s) are shown.</source>
        <translation>
            <numerusform>Only the nearest caller is shown.</numerusform>
            <numerusform>Only the nearest %n callers are shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::GraphFinder</name>
    <message numerus="yes">
        <source>%1 node(s) contain %2</source>
        <translation>
            <numerusform>%1 node contains %2</numerusform>
            <numerusform>%1 nodes contain %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::LayersEditor</name>
    <message numerus="yes">
        <source>%1 parameter(s)</source>
        <translation>
            <numerusform>%1 parameter</numerusform>
            <numerusform>%1 parameters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 value(s)</source>
        <translation>
            <numerusform>%1 value</numerusform>
            <numerusform>%1 values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MemoryView</name>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation>
            <numerusform>%1 step</numerusform>
            <numerusform>%1 steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 block(s)</source>
        <translation>
            <numerusform>%1 block</numerusform>
            <numerusform>%1 blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2 and the operators it calls allocated %3 of this, in %1 block(s).</source>
        <translation>
            <numerusform>%2 and the operators it calls allocated %3 of this, in %1 block.</numerusform>
            <numerusform>%2 and the operators it calls allocated %3 of this, in %1 blocks.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::NoticeBar</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OperatorDetailsPane</name>
    <message numerus="yes">
        <source>%1 call(s) took %2 to %3</source>
        <translation>
            <numerusform>%1 call took %2 to %3</numerusform>
            <numerusform>%1 calls took %2 to %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OperatorsView</name>
    <message numerus="yes">
        <source>%1 function(s)</source>
        <translation>
            <numerusform>%1 function</numerusform>
            <numerusform>%1 functions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operator(s)</source>
        <translation>
            <numerusform>%1 operator</numerusform>
            <numerusform>%1 operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 call(s)</source>
        <translation>
            <numerusform>%1 call</numerusform>
            <numerusform>%1 calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 kernel(s), copies and memory sets</source>
        <translation>
            <numerusform>%1 kernel, copy or memory set</numerusform>
            <numerusform>%1 kernels, copies and memory sets</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>launched %1 time(s)</source>
        <translation>
            <numerusform>launched %1 time</numerusform>
            <numerusform>launched %1 times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s)</source>
        <translation>
            <numerusform>%1 row</numerusform>
            <numerusform>%1 rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; the %n row(s) shown cover %1</source>
        <translation>
            <numerusform>; the row shown covers %1</numerusform>
            <numerusform>; the %n rows shown cover %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::PageSearch</name>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ProgramRecording</name>
    <message numerus="yes">
        <source>The events of the next %n step(s) will be kept.</source>
        <translation>
            <numerusform>The events of the next step will be kept.</numerusform>
            <numerusform>The events of the next %n steps will be kept.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RooflineView</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunOpener</name>
    <message numerus="yes">
        <source>Added %1 run(s) to the library and ticked them there.</source>
        <translation>
            <numerusform>Added %1 run to the library and ticked it there.</numerusform>
            <numerusform>Added %1 runs to the library and ticked them there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %1 run(s) to the library and ticked the first %2 there.</source>
        <translation>
            <numerusform>Added %1 run to the library and ticked the first %2 there.</numerusform>
            <numerusform>Added %1 runs to the library and ticked the first %2 there.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunProgress</name>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation>
            <numerusform>%1 step</numerusform>
            <numerusform>%1 steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operator(s)</source>
        <translation>
            <numerusform>%1 operator</numerusform>
            <numerusform>%1 operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tag(s)</source>
        <translation>
            <numerusform>%1 tag</numerusform>
            <numerusform>%1 tags</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunReports</name>
    <message numerus="yes">
        <source>Write the report of %n ticked run(s) to a folder</source>
        <translation>
            <numerusform>Write the report of %n ticked run to a folder</numerusform>
            <numerusform>Write the report of %n ticked runs to a folder</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunsPanel</name>
    <message numerus="yes">
        <source>Compare %n run(s)</source>
        <translation>
            <numerusform>Compare %n run</numerusform>
            <numerusform>Compare %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RunsView</name>
    <message numerus="yes">
        <source>%1 run(s)</source>
        <translation>
            <numerusform>%1 run</numerusform>
            <numerusform>%1 runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n run(s) to the trash.</source>
        <translation>
            <numerusform>Moved %n run to the trash.</numerusform>
            <numerusform>Moved %n runs to the trash.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SettingsTable</name>
    <message numerus="yes">
        <source>Settings of %n run(s)</source>
        <translation>
            <numerusform>Settings of %n run</numerusform>
            <numerusform>Settings of %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StartPage</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepBars</name>
    <message numerus="yes">
        <source>Steps %2 to %3, %1 of them: means</source>
        <translation>
            <numerusform>Steps %2 to %3, %1 of them: means</numerusform>
            <numerusform>Steps %2 to %3, %1 of them: means</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 recorded step(s) shown</source>
        <translation>
            <numerusform>%1 recorded step shown</numerusform>
            <numerusform>%1 recorded steps shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepsView</name>
    <message numerus="yes">
        <source>%1 step(s)</source>
        <translation>
            <numerusform>one step</numerusform>
            <numerusform>%1 steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 recorded step(s)</source>
        <translation>
            <numerusform>one recorded step</numerusform>
            <numerusform>%1 recorded steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 detected step(s)</source>
        <translation>
            <numerusform>one detected step</numerusform>
            <numerusform>%1 detected steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>last to reach %2 of %1 collective call(s), %3 late in total</source>
        <translation>
            <numerusform>last to reach %2 of %1 collective call, %3 late in total</numerusform>
            <numerusform>last to reach %2 of %1 collective calls, %3 late in total</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>never last to reach %1 collective call(s)</source>
        <translation>
            <numerusform>never last to reach %1 collective call</numerusform>
            <numerusform>never last to reach %1 collective calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 measured step(s)</source>
        <translation>
            <numerusform>one measured step</numerusform>
            <numerusform>%1 measured steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SweepView</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The sweep is done: %1, %n of them failed.</source>
        <translation>
            <numerusform>The sweep is done: %1, %n of them failed.</numerusform>
            <numerusform>The sweep is done: %1, %n of them failed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n left</source>
        <translation>
            <numerusform>%1, %n left</numerusform>
            <numerusform>%1, %n left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::TimelineView</name>
    <message numerus="yes">
        <source>%1 event(s)</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stepscope::ui::TraceImport</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Opened %2 and added its %1 run(s) to the library.</source>
        <translation>
            <numerusform>Opened %2 and added its run to the library.</numerusform>
            <numerusform>Opened %2 and added its %1 runs to the library.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Opened the readable part of %2 and added %1 run(s) to the library.</source>
        <translation>
            <numerusform>Opened the readable part of %2 and added %1 run to the library.</numerusform>
            <numerusform>Opened the readable part of %2 and added %1 runs to the library.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
</TS>
