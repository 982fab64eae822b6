#!/usr/bin/env python3
"""Writes the numbering plans of Sources/VinculaCore/Phone and the samples of their test from libphonenumber's metadata.

    pip install phonenumbers        (Google's metadata and a port of its code; any version from 9)
    scripts/write-phone-numbers.py

The patterns of all regions become one minimal deterministic automaton over the digits: reading a number costs one step for each
digit, whatever the number is. National prefixes become lists of prefixes of fixed length, tried in order, with the same result as
the pattern. Before anything is written, a twin of our reader compares itself with the library on a few hundred thousand numbers.
"""

import base64
import random
import re
import sys
from importlib.metadata import version
from pathlib import Path

try:
    from re import _parser as sre
except ImportError:
    import sre_parse as sre

import phonenumbers
from phonenumbers import PhoneMetadata, PhoneNumberFormat, PhoneNumberType
from phonenumbers.data import _COUNTRY_CODE_TO_REGION_CODE as REGIONS

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources/VinculaCore/Phone"
SAMPLES = ROOT / "Tests/VinculaCoreTests/Fixtures/phone-numbers.txt"
COLUMNS = 120
LINES_PER_FILE = 330

# The kinds of numbers in the order of PhoneNumber.Kind; the first that matches counts, except the last three.
KINDS = ["premium_rate", "toll_free", "shared_cost", "voip", "personal_number", "pager", "uan", "voicemail"]
FIXED, MOBILE, FIXED_OR_MOBILE = 9, 10, 11
KIND_COUNT = 12
LIBRARY_KINDS = {
    PhoneNumberType.UNKNOWN: 0, PhoneNumberType.PREMIUM_RATE: 1, PhoneNumberType.TOLL_FREE: 2, PhoneNumberType.SHARED_COST: 3,
    PhoneNumberType.VOIP: 4, PhoneNumberType.PERSONAL_NUMBER: 5, PhoneNumberType.PAGER: 6, PhoneNumberType.UAN: 7,
    PhoneNumberType.VOICEMAIL: 8, PhoneNumberType.FIXED_LINE: FIXED, PhoneNumberType.MOBILE: MOBILE,
    PhoneNumberType.FIXED_LINE_OR_MOBILE: FIXED_OR_MOBILE,
}
MOST_DIGITS, FEWEST_DIGITS = 15, 7
# A number with its national prefixes may be longer than one without.
MOST_TYPED_DIGITS = 24
ALL = frozenset(range(10))


def metadata(code, region):
    return PhoneMetadata.metadata_for_region_or_calling_code(code, region)


# Patterns to automata


def digits_of(op, value):
    """The digits that one position of a pattern allows; None if it is something else than one position."""
    name = str(op)
    if name == "LITERAL":
        return frozenset([int(chr(value))])
    if name == "CATEGORY":
        assert str(value) == "CATEGORY_DIGIT"
        return ALL
    if name == "RANGE":
        return frozenset(range(value[0] - 48, value[1] - 47))
    if name == "IN":
        return frozenset().union(*(digits_of(*item) for item in value))
    return None


class Patterns:
    """Several patterns side by side as one nondeterministic automaton. What a set of states matches are labels."""

    def __init__(self):
        self.free, self.steps, self.accepting, self.starts = [], [], {}, []

    def state(self):
        self.free.append([])
        self.steps.append(None)
        return len(self.free) - 1

    def add(self, pattern, label, prefix_only=False):
        start = self.state()
        self.starts.append(start)
        end = self.build(sre.parse(pattern), start)
        self.accepting[end] = label
        if prefix_only:
            self.steps[end] = (ALL, end)

    def build(self, tree, at):
        for op, value in tree:
            digits = digits_of(op, value)
            if digits is not None:
                next_state = self.state()
                self.steps[at] = (digits, next_state)
                at = next_state
            elif str(op) == "SUBPATTERN":
                at = self.build(value[3], at)
            elif str(op) == "BRANCH":
                end = self.state()
                for branch in value[1]:
                    start = self.state()
                    self.free[at].append(start)
                    self.free[self.build(branch, start)].append(end)
                at = end
            elif str(op) == "MAX_REPEAT":
                least, most, repeated = value
                end = self.state()
                for count in range(min(int(most), MOST_TYPED_DIGITS)):
                    if count >= least:
                        self.free[at].append(end)
                    start = self.state()
                    self.free[at].append(start)
                    at = self.build(repeated, start)
                self.free[at].append(end)
                at = end
            else:
                raise ValueError(f"{op} in a pattern of a number")
        end = self.state()
        self.free[at].append(end)
        return end

    def closure(self, states):
        todo = list(states)
        found = set(todo)
        while todo:
            for state in self.free[todo.pop()]:
                if state not in found:
                    found.add(state)
                    todo.append(state)
        return frozenset(state for state in found if self.steps[state] or state in self.accepting)

    def start(self):
        return self.closure(self.starts)

    def after(self, states, digit):
        steps = (self.steps[state] for state in states)
        return self.closure(step[1] for step in steps if step and digit in step[0])

    def labels(self, states):
        return {self.accepting[state] for state in states if state in self.accepting}


class Automaton:
    """The minimal automaton of all patterns; state 0 matches nothing and leads nowhere."""

    def __init__(self):
        dead = (0, (0,) * 10)
        self.states, self.ids = [dead], {dead: 0}

    def add(self, patterns, result, longest):
        """Adds a start whose result for a number is `result(labels, length)`; returns its state."""
        known = {}

        def visit(states, length):
            if not states:
                return 0
            if (states, length) not in known:
                targets = tuple(
                    visit(patterns.after(states, digit), length + 1) if length < longest else 0 for digit in range(10))
                state = (result(patterns.labels(states), length), targets)
                if state not in self.ids:
                    self.ids[state] = len(self.states)
                    self.states.append(state)
                known[states, length] = self.ids[state]
            return known[states, length]

        return visit(patterns.start(), 0)

    def run(self, start, digits):
        state = start
        for digit in digits:
            state = self.states[state][1][int(digit)]
        return self.states[state][0]

    def encoded(self):
        """For each state but the first: its result, the digits whose target differs from the digit before, the targets."""
        out = bytearray()

        def number(value):
            while value >= 0x80:
                out.append(value & 0x7F | 0x80)
                value >>= 7
            out.append(value)

        for state, (result, targets) in enumerate(self.states):
            if state == 0:
                continue
            changes = [digit for digit in range(10) if digit == 0 or targets[digit] != targets[digit - 1]]
            number(result)
            number(sum(1 << digit - 1 for digit in changes if digit))
            for digit in changes:
                # The targets come before the state. Zero means state 0.
                number(state - targets[digit] if targets[digit] else 0)
        return bytes(out)


# National prefixes


def spellings(tree):
    """What a pattern matches, in the order in which it would be tried: (positions, groups, is anchored at the end)."""
    results = [((), {}, False)]
    for op, value in tree:
        results = [
            (before + here, {**groups, **{k: (a + len(before), b + len(before)) for k, (a, b) in more.items()}}, end or last)
            for before, groups, end in results for here, more, last in spellings_of(op, value)]
    return results


def spellings_of(op, value):
    digits = digits_of(op, value)
    if digits is not None:
        return [((digits,), {}, False)]
    name = str(op)
    if name == "AT" and str(value) == "AT_END":
        return [((), {}, True)]
    if name == "BRANCH":
        return [spelling for branch in value[1] for spelling in spellings(branch)]
    if name == "SUBPATTERN":
        group, inner = value[0], spellings(value[3])
        return inner if group is None else [(p, {**g, group: (0, len(p))}, end) for p, g, end in inner]
    if name == "MAX_REPEAT":
        least, most, repeated = value
        return [s for count in range(int(most), least - 1, -1) for s in spellings(list(repeated) * count)]
    raise ValueError(f"{op} in a national prefix")


class PrefixRule:
    """One spelling of a national prefix, and what takes its place: some digits, then a part of what matched."""

    def __init__(self, positions, groups, at_end, pattern_groups, transform):
        self.positions, self.at_end = positions, at_end
        self.literal, self.kept = "", (0, 0)
        if transform and pattern_groups in groups:
            self.literal, group = re.fullmatch(r"(\d*)\\(\d)", transform).groups()
            self.kept = groups.get(int(group), (0, 0))

    def apply(self, digits):
        length = len(self.positions)
        if len(digits) < length or (self.at_end and len(digits) != length):
            return None
        if any(int(digit) not in allowed for digit, allowed in zip(digits, self.positions)):
            return None
        return self.literal + digits[self.kept[0]:self.kept[1]] + digits[length:]

    def text(self):
        def position(allowed):
            if allowed == ALL:
                return "."
            names = "".join(map(str, sorted(allowed)))
            return names if len(names) == 1 else f"[{names}]"

        text = "".join(map(position, self.positions)) + ("$" if self.at_end else "")
        if self.literal or self.kept != (0, 0):
            text += f">{self.literal}:{self.kept[0]}:{self.kept[1]}"
        return text


class Plan:
    """The numbering plan of one calling code."""

    def __init__(self, automaton, code, regions):
        self.automaton, self.code, self.regions = automaton, code, regions
        metas = [metadata(code, region) for region in regions]
        self.kinds = automaton.add(*self.classes(metas), MOST_DIGITS - len(str(code)))
        main = metas[0]
        general = main.general_desc
        self.lengths = sum(1 << length for length in general.possible_length)
        self.local_lengths = sum(1 << length for length in general.possible_length_local_only)
        self.rules, self.general = [], 0
        if main.national_prefix_for_parsing:
            pattern = main.national_prefix_for_parsing
            groups = re.compile(pattern).groups
            self.rules = [
                PrefixRule(*spelling, groups, main.national_prefix_transform_rule) for spelling in spellings(sre.parse(pattern))]
            # The reader's list has no rule that matches nothing.
            assert all(rule.positions for rule in self.rules[:-1])
            self.rules = [rule for rule in self.rules if rule.positions]
            patterns = Patterns()
            patterns.add(general.national_number_pattern, "general")
            self.general = automaton.add(patterns, lambda labels, _: 1 if labels else 0, MOST_TYPED_DIGITS)

    def classes(self, metas):
        """The patterns of all regions, and the result: zero, or one more than the region's place × 12 + the kind."""
        patterns = Patterns()
        for place, meta in enumerate(metas):
            for name in ["general_desc", "fixed_line", "mobile", *KINDS]:
                description = getattr(meta, name)
                if description is not None and description.national_number_pattern:
                    patterns.add(description.national_number_pattern, (place, name))
            if meta.leading_digits is not None and len(metas) > 1:
                patterns.add(meta.leading_digits, (place, "leading_digits"), prefix_only=True)

        def kind(place, labels, length):
            def matches(name):
                description = getattr(metas[place], name)
                if description is None or (description.possible_length and length not in description.possible_length):
                    return False
                return (place, name) in labels

            if not matches("general_desc"):
                return 0
            for number, name in enumerate(KINDS, 1):
                if matches(name):
                    return number
            same = metas[place].same_mobile_and_fixed_line_pattern
            if matches("fixed_line"):
                return FIXED_OR_MOBILE if same or matches("mobile") else FIXED
            return MOBILE if not same and matches("mobile") else 0

        def result(labels, length):
            for place, meta in enumerate(metas):
                found = kind(place, labels, length)
                leads = (place, "leading_digits") in labels if len(metas) > 1 and meta.leading_digits is not None else found
                if leads:
                    return 1 + place * KIND_COUNT + found
            return 0

        return patterns, result

    def stripped(self, digits):
        """The national number without national prefix, as in libphonenumber's parser."""
        for rule in self.rules:
            rest = rule.apply(digits)
            if rest is None:
                continue
            if self.automaton.run(self.general, digits) and not self.automaton.run(self.general, rest):
                return digits
            if self.local_lengths >> len(rest) & 1:
                return digits
            return rest if self.lengths >> len(rest) & 1 or len(rest) >= self.lengths.bit_length() else digits
        return digits

    def region_and_kind(self, digits):
        found = self.automaton.run(self.kinds, digits)
        if found:
            return self.regions[(found - 1) // KIND_COUNT], (found - 1) % KIND_COUNT
        return (self.regions[0] if len(self.regions) == 1 else None), 0

    def text(self):
        parts = [
            str(self.code), ",".join("-" if region == "001" else region for region in self.regions), str(self.kinds),
            str(self.general), f"{self.lengths:x}", f"{self.local_lengths:x}", *(rule.text() for rule in self.rules)]
        return " ".join(parts)


class Reader:
    """The twin of PhoneNumber's reader."""

    def __init__(self):
        self.automaton = Automaton()
        self.plans = {code: Plan(self.automaton, code, regions) for code, regions in sorted(REGIONS.items())}

    def plan(self, digits):
        for length in (1, 2, 3):
            if int(digits[:length] or 0) in self.plans:
                return self.plans[int(digits[:length])], digits[length:]
        return None, digits

    def once(self, digits):
        plan, national = self.plan(digits)
        if plan is None or digits.startswith("0") or len(digits) > MOST_TYPED_DIGITS:
            return None
        digits = str(plan.code) + plan.stripped(national)
        return digits if FEWEST_DIGITS <= len(digits) <= MOST_DIGITS else None

    def read(self, digits):
        """(digits, region, kind) or None."""
        digits = self.once(digits)
        # A form that would be read as another number is no form of its own.
        if digits is None or self.once(digits) != digits:
            return None
        plan, national = self.plan(digits)
        region, kind = plan.region_and_kind(national)
        return digits, None if region == "001" else region, kind


# Samples


def library(text):
    """What libphonenumber makes of a number that begins with a plus: (digits, region, kind) or None."""
    try:
        number = phonenumbers.parse(text, None)
    except phonenumbers.NumberParseException:
        return None
    digits = phonenumbers.format_number(number, PhoneNumberFormat.E164)[1:]
    # What we refuse and the library does not: see PhoneNumber.
    if not FEWEST_DIGITS <= len(digits) <= MOST_DIGITS or sum(map(str.isdigit, text)) > MOST_TYPED_DIGITS:
        return None
    try:
        again = phonenumbers.format_number(phonenumbers.parse("+" + digits, None), PhoneNumberFormat.E164)[1:]
    except phonenumbers.NumberParseException:
        return None
    if again != digits:
        return None
    region = phonenumbers.region_code_for_number(number)
    kind = LIBRARY_KINDS[phonenumbers.number_type(number)]
    assert phonenumbers.is_valid_number(number) == (kind != 0)
    return digits, None if region == "001" else region, kind


def some_match(tree, chance):
    """A number that a pattern matches."""
    text = ""
    for op, value in tree:
        digits = digits_of(op, value)
        if digits is not None:
            text += str(chance.choice(sorted(digits)))
        elif str(op) == "SUBPATTERN":
            text += some_match(value[3], chance)
        elif str(op) == "BRANCH":
            text += some_match(chance.choice(value[1]), chance)
        elif str(op) == "MAX_REPEAT":
            for _ in range(chance.randint(value[0], min(int(value[1]), 16))):
                text += some_match(value[2], chance)
    return text


def samples(chance, each):
    """Numbers of every kind of every region, numbers next to them, with national prefixes, and any digits."""
    for code, regions in sorted(REGIONS.items()):
        prefix = metadata(code, regions[0]).national_prefix_for_parsing
        for region in regions:
            meta = metadata(code, region)
            for name in ["general_desc", "fixed_line", "mobile", *KINDS]:
                description = getattr(meta, name)
                if description is None or not description.national_number_pattern:
                    continue
                for _ in range(each):
                    number = some_match(sre.parse(description.national_number_pattern), chance)
                    yield f"{code}{number}"
                    at = chance.randrange(len(number))
                    yield f"{code}{number[:at]}{chance.randrange(10)}{number[at + 1:]}"
                    yield f"{code}{number[:-1]}" if chance.random() < 0.5 else f"{code}{number}{chance.randrange(10)}"
                    if prefix:
                        yield f"{code}{some_match(sre.parse(prefix), chance)}{number}"
                    yield f"{code}0{number}"
        for _ in range(each):
            yield f"{code}{''.join(str(chance.randrange(10)) for _ in range(chance.randint(1, 17)))}"
    for _ in range(20 * each):
        yield "".join(str(chance.randrange(10)) for _ in range(chance.randint(1, 20)))


def punctuated(digits, chance):
    text = "+" + digits[0]
    for digit in digits[1:]:
        text += (chance.choice(" -.()/") if chance.random() < 0.25 else "") + digit
    return text


def check(reader):
    chance = random.Random(2)
    count = 0
    for digits in samples(chance, 30):
        count += 1
        ours, theirs = reader.read(digits), library("+" + digits)
        if ours != theirs:
            sys.exit(f"+{digits}: {ours} here, {theirs} in the library")
    return count


def write_samples(reader, release):
    chance = random.Random(1)
    chosen = [digits for digits in samples(chance, 1) if chance.random() < 0.7]
    lines = [f"# phonenumbers {release}: number=its digits in E.164, its region or --, its kind in hexadecimal; or number=?"]
    line = ""
    for digits in dict.fromkeys(chosen):
        text = punctuated(digits, chance) if chance.random() < 0.2 else "+" + digits
        found = library(text)
        answer = "?" if found is None else f"{found[0]}{found[1] or '--'}{found[2]:x}"
        # A record has no spaces, and the answer does not repeat the number.
        record = f"{text[1:].replace(' ', '_')}={answer.replace(digits, '=', 1) if found and found[0] == digits else answer}"
        if len(line) + len(record) > 126:
            lines.append(line.strip())
            line = ""
        line += " " + record
    lines.append(line.strip())
    SAMPLES.parent.mkdir(parents=True, exist_ok=True)
    SAMPLES.write_text("\n".join(lines) + "\n")
    return len(set(chosen))


# Files

HEADER = """\
// Written by scripts/write-phone-numbers.py from phonenumbers {release} (PyPI).
// The data are libphonenumber's: copyright (c) The Libphonenumber Authors, Apache License 2.0.

extension NumberingPlans {{
    /// {comment}
    static let {name} = \"\"\"
{text}
        \"\"\"
}}
"""


def wrapped(text, at_spaces):
    lines = []
    while text:
        end = len(text)
        if end > COLUMNS:
            end = text.rindex(" ", 0, COLUMNS - 1) + 1 if at_spaces else COLUMNS
        lines.append(text[:end])
        text = text[end:]
    return lines


def write(file, name, comment, lines, release):
    text = "\n".join("        " + line for line in lines)
    (SOURCES / file).write_text(HEADER.format(release=release, name=name, comment=comment, text=text))


def main():
    release = version("phonenumbers")
    reader = Reader()
    count = check(reader)
    SOURCES.mkdir(parents=True, exist_ok=True)
    plans = []
    for plan in reader.plans.values():
        first, *rest = wrapped(plan.text(), True)
        # A line that goes on begins with a space.
        plans += [first.rstrip()] + [" " + line.rstrip() for line in rest]
    write(
        "NumberingPlans+Codes.swift", "codes",
        "By calling code: regions, starts in the automaton, lengths as bits, national prefixes. See ``NumberingPlans``.",
        plans, release)
    encoded = base64.b64encode(reader.automaton.encoded()).decode()
    lines = wrapped(encoded, False)
    half = (len(lines) + 1) // 2
    write("NumberingPlans+States.swift", "states", "The automaton's states, first half, in Base64.", lines[:half], release)
    write("NumberingPlans+MoreStates.swift", "moreStates", "The automaton's other states, in Base64.", lines[half:], release)
    written = write_samples(reader, release)
    print(
        f"phonenumbers {release}: {len(reader.plans)} calling codes, {len(reader.automaton.states)} states, "
        f"{len(encoded)} bytes in {len(lines)} lines; {count} numbers agree, {written} samples written.")


if __name__ == "__main__":
    main()
