"""Faults planted in the rule of the guard check and in its reader: each must be noticed.

A mutant is a file, what stands there once, what stands there instead."""

from __future__ import annotations

RULE, READER = "guard.py", "compiled.py"
MUTANTS = {
    "a cofixpoint is accepted": (RULE, 'raise Unguarded("a cofixpoint")', "return"),
    "the argument itself is smaller": (
        RULE,
        'if not size or size[0] != "smaller":',
        "if not size:",
    ),
    "any argument is smaller": (RULE, 'if not size or size[0] != "smaller":', "if False:"),
    "the function may stand alone": (
        RULE,
        "        if tag == REL:\n            raise Unguarded(",
        "        if tag == REL:\n            Unguarded(",
    ),
    "arguments are not walked": (
        RULE,
        "        for arg in args:\n            self._walk(arg, env, fuel)",
        "        for arg in []:\n            self._walk(arg, env, fuel)",
    ),
    "what is matched is not walked": (
        RULE,
        "for part, n in parts(t)[: len(parts(t)) - len(inside)]:",
        "for part, n in []:",
    ),
    "branches are not walked": (
        RULE,
        "            self._walk(branch, sizes[::-1] + env, fuel)",
        "            pass",
    ),
    "what is bound by a let is not walked": (
        RULE,
        "            self._walk(t[2], env, fuel)\n            self._walk(t[3], env, fuel)\n",
        "",
    ),
    "every variable of a branch is smaller": (
        RULE,
        'found.append(("smaller", smaller) if smaller else None)',
        'found.append(("smaller", ("self", name)))',
    ),
    "every match makes smaller": (
        RULE,
        "            if what:\n",
        "            what = what or ('argument', None)\n            if what:\n",
    ),
    "a parameter's shape is any": (
        RULE,
        "known = given.pop(0) if given else None",
        'known = ("self", name)',
    ),
    "an argument that is dropped is walked by nobody": (
        RULE,
        "if self._is_bare(rest[0], env) and not mentions(inner, 1):",
        "if False:",
    ),
    "what is unfolded is not checked": (
        RULE,
        "        if name not in self.unfolded:",
        "        if False:",
    ),
    "a function that is applied makes smaller": (
        RULE,
        "inner, head = [self._size(arg, env), *inner], head[3]",
        'inner, head = [("smaller", None), *inner], head[3]',
    ),
    "an inner recursion is on whatever is smaller": (
        RULE,
        "                what = self._size(args[index], env)\n",
        '                what = ("smaller", None)\n',
    ),
    "an inner recursion is not walked": (
        RULE,
        "            self._body(body, index, _bound(n) + env, what)",
        "            pass",
    ),
    "a mutual inner recursion is on what it is applied to": (
        RULE,
        "if n == 1 and k == which and",
        "if",
    ),
    "only the first of mutual functions is checked": (
        RULE,
        "in zip(indices[1:], bodies[1:], strict=True):",
        "in [(indices[1], bodies[1])]:",
    ),
    "the place of the argument is the first": (
        RULE,
        "what if i == index else None",
        "what if i == 0 else None",
    ),
    "proofs are not read": (
        READER,
        "                    self.terms.append((name, entry[1][1]))\n",
        "",
    ),
    "types are not read": (READER, "        self.terms.append((label, body[4]))\n", ""),
    "definitions are not read": (
        READER,
        "            self.terms.append((label, definition[1]))\n",
        "            pass\n",
    ),
    "definitions of sections are not read": (
        READER,
        '            self._any(definition[1][2], f"{label}.(definitions of its section)")\n',
        "",
    ),
    "inductives are not read": (READER, "        self._any(block, label)\n", ""),
    "functors' arguments are not read": (
        READER,
        "            self._module(signature[2], kernel_terms.bound(signature[1]))\n",
        "",
    ),
    "modules in modules are not read": (
        READER,
        "                self._module(body, label)\n",
        "                pass\n",
    ),
    "flags are not read": (READER, "            if flags[at] != 1:", "            if False:"),
    "flags that must be off are not read": (
        READER,
        "            if flags[at] != 0:",
        "            if False:",
    ),
}
