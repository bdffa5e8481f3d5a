"""Replays a RenderDoc capture and prints what is in it as JSON, for tests/renderdoc.rs.

    /usr/bin/python3 replay.py CAPTURE.rdc FOLDER

Needs RenderDoc's Python module (Debian: python3-renderdoc), which is built for the system's own Python.
The texels of every TransformMap go to a file in FOLDER, layer after layer. What is printed:

    actions     tree of {event, name, is_label, children}
    resources   {name, named}: named is false where RenderDoc had to make a name up
    draws       {event, labels, stages: {name: {constants: {buffer: {member: value}}, textures: {variable: resource}}}}
    files       source text of the shaders by file name
    lines       [file, line] of every instruction of the first TweenDemo vertex that has one
    textures    {name, size, layers, format, bytes}: bytes names the file, for TransformMaps only
"""

import json
import os
import sys
import traceback

import renderdoc as rd

STAGES = {"vertex": rd.ShaderStage.Vertex, "pixel": rd.ShaderStage.Pixel}


def value(variable):
    """A variable as nested lists (arrays, matrices by rows as SPIR-V has them) and dicts (structs)."""
    members = list(variable.members)
    if members:
        if members[0].name.endswith("[0]"):
            return [value(it) for it in members]
        return {it.name: value(it) for it in members}
    kind = rd.VarType(variable.type).name
    raw = variable.value
    words = {"Float": raw.f32v, "UInt": raw.u32v, "Bool": raw.u32v, "SInt": raw.s32v}
    if kind not in words:
        return "a " + kind
    numbers = list(words[kind][: variable.rows * variable.columns])
    return numbers[0] if len(numbers) == 1 else numbers


class Replay:
    def __init__(self, path):
        self.file = rd.OpenCaptureFile()
        result = self.file.OpenFile(path, "", None)
        if result != rd.ResultCode.Succeeded:
            raise RuntimeError("cannot open %s: %s" % (path, result))
        if self.file.LocalReplaySupport() != rd.ReplaySupport.Supported:
            raise RuntimeError("this machine cannot replay %s" % path)
        result, self.controller = self.file.OpenCapture(rd.ReplayOptions(), None)
        if result != rd.ResultCode.Succeeded:
            raise RuntimeError("cannot replay %s: %s" % (path, result))
        self.structured = self.controller.GetStructuredFile()
        self.resources = list(self.controller.GetResources())
        self.names = {it.resourceId: it.name for it in self.resources}
        self.found = []
        self.files = {}
        self.lines = []

    def action(self, action, labels):
        name = action.GetName(self.structured)
        flags = rd.ActionFlags(action.flags)
        if flags & rd.ActionFlags.Drawcall:
            self.found.append((action.eventId, labels))
        inner = labels + [name] if flags & rd.ActionFlags.PushMarker else labels
        return {
            "event": action.eventId,
            "name": name,
            "is_label": bool(flags & rd.ActionFlags.PushMarker),
            "children": [self.action(it, inner) for it in action.children],
        }

    def stage(self, state, stage):
        reflection = state.GetShaderReflection(stage)
        if reflection is None:
            return None
        for file in reflection.debugInfo.files:
            self.files[file.filename] = file.contents
        entry = state.GetShaderEntryPoint(stage)
        pipeline = state.GetGraphicsPipelineObject()
        constants = {}
        for index, block in enumerate(reflection.constantBlocks):
            bound = state.GetConstantBuffer(stage, index, 0)
            variables = self.controller.GetCBufferVariableContents(
                pipeline,
                reflection.resourceId,
                stage,
                entry,
                index,
                bound.resourceId,
                bound.byteOffset,
                bound.byteSize,
            )
            constants[block.name] = {it.name: value(it) for it in variables}
        # The reflection counts resources, the pipeline counts bindings; the mapping has both.
        mapping = state.GetBindpointMapping(stage).readOnlyResources
        variables = {}
        for it in reflection.readOnlyResources:
            place = mapping[it.bindPoint]
            variables[(place.bindset, place.bind)] = it.name
        textures = {}
        for array in state.GetReadOnlyResources(stage):
            place = (array.bindPoint.bindset, array.bindPoint.bind)
            if place in variables:
                textures[variables[place]] = [self.names[it.resourceId] for it in array.resources]
        return {"entry": entry, "constants": constants, "textures": textures}

    def draws(self):
        draws = []
        for event, labels in self.found:
            self.controller.SetFrameEvent(event, True)
            state = self.controller.GetPipelineState()
            stages = {name: self.stage(state, stage) for name, stage in STAGES.items()}
            # What is drawn for its depth alone has no pixel shader.
            stages = {name: stage for name, stage in stages.items() if stage is not None}
            draws.append({"event": event, "labels": labels, "stages": stages})
            if not self.lines and "TweenDemo.fx" in labels:
                self.trace_lines(state)
        return draws

    def trace_lines(self, state):
        reflection = state.GetShaderReflection(rd.ShaderStage.Vertex)
        files = [it.filename for it in reflection.debugInfo.files]
        trace = self.controller.DebugVertex(0, 0, 0, 0)
        places = {(it.lineInfo.fileIndex, it.lineInfo.lineStart) for it in trace.instInfo}
        places = [it for it in places if it[1] > 0]
        # RenderDoc 1.24, as g++ compiles it, counts files from 1 here. The first has the entry point, so its code is there.
        first = min(it[0] for it in places)
        found = {(files[index - first], line) for index, line in places}
        self.controller.FreeTrace(trace)
        self.lines = sorted(found)

    def textures(self, folder):
        textures = []
        for it in self.controller.GetTextures():
            name = self.names[it.resourceId]
            path = None
            if name.startswith("TransformMap of "):
                path = os.path.join(folder, "texels-%d.bin" % len(textures))
                with open(path, "wb") as out:
                    for layer in range(it.arraysize):
                        part = rd.Subresource(0, layer, 0)
                        out.write(self.controller.GetTextureData(it.resourceId, part))
            size = [it.width, it.height]
            format_name = it.format.Name()
            textures.append(
                {"name": name, "size": size, "layers": it.arraysize, "format": format_name, "bytes": path}
            )
        return textures

    def close(self):
        self.controller.Shutdown()
        self.file.Shutdown()


def main(path, folder):
    rd.InitialiseReplay(rd.GlobalEnvironment(), [])
    replay = Replay(path)
    actions = [replay.action(it, []) for it in replay.controller.GetRootActions()]
    report = {
        "actions": actions,
        "resources": [
            {"name": it.name, "named": not it.autogeneratedName}
            for it in replay.resources
        ],
        "draws": replay.draws(),
        "files": replay.files,
        "lines": replay.lines,
        "textures": replay.textures(folder),
    }
    replay.close()
    rd.ShutdownReplay()
    json.dump(report, sys.stdout, allow_nan=False)


try:
    main(*sys.argv[1:])
except BaseException:
    traceback.print_exc()
    # RenderDoc's threads would keep the interpreter from ending.
    sys.stderr.flush()
    os._exit(1)
