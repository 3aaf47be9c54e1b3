import { describe, expect, it } from 'vitest'
import { output, values } from './run.ts'

describe('numbers', () => {
  it('are exact when whole, of any size', () => {
    expect(
      values(
        '123456789012345678901234567890 * 10 + 1',
        '-7 // 2',
        '-7 % 3',
        '7 % -3',
        '1 << 100',
        '5 & 3 | 8 ^ 1',
        '~5',
      ),
    ).toBe('1234567890123456789012345678901 -4 2 -2 1267650600228229401496703205376 9 -6')
  })

  it('become floats by division, and print with a point or an exponent', () => {
    expect(values('7 / 2', '4 / 2', '1e6', '123456.0', '1e-5', '0.1 + 0.2', '-0.0', '3.5 // 1', '-3.5 % 2')).toBe(
      '3.5 2.0 1e+06 123456.0 1e-05 0.30000000000000004 -0.0 3.0 0.5',
    )
  })

  it('are written in four bases', () => {
    expect(values('0x1F', '0o17', '0b101', '.5', '1.', '2e3')).toBe('31 15 5 0.5 1.0 2000.0')
  })

  it('are equal across int and float, also as keys', () => {
    expect(values('1 == 1.0', '{1: "a"}[1.0]', 'True == 1', '1 < 1.5', '10000000000000000000001 > 1e22')).toBe(
      'True "a" False True True',
    )
  })

  it('are read from texts', () => {
    expect(
      values(
        'int("-0x1f", 16)',
        'int("0b11", 0)',
        'int("zz", 36)',
        'int(-3.9)',
        'int(True)',
        'float("1e3")',
        'float("-inf")',
      ),
    ).toBe('-31 3 1295 -3 1 1000.0 -inf')
  })
})

describe('texts', () => {
  it('count and cut bytes of UTF-8', () => {
    expect(values('len("héé")', '"héé"[1:3]', '"héé".find("é", 2)', '"abcdef"[::-2]', '"abc"[-1]', '"ab" * 3')).toBe(
      '5 "é" 3 "fdb" "c" "ababab"',
    )
  })

  it('have escapes, raw and long forms', () => {
    expect(output('print("a\\tb\\x41\\u00e9\\U0001F600", r"\\n", """x\n"y""")')).toEqual(['a\tbAé😀 \\n x\n"y'])
    expect(values('"\\a\\x01\\"\\\\"', '"a\\\nb"')).toBe('"\\a\\x01\\"\\\\" "ab"')
  })

  it('are split, joined, trimmed and replaced', () => {
    expect(
      values('"a,b,,c".split(",")', '" a  b c ".split()', '" a  b c ".split(None, 1)', '"a.b.c".rsplit(".", 1)'),
    ).toBe('["a", "b", "", "c"] ["a", "b", "c"] ["a", "b c "] ["a.b", "c"]')
    expect(
      values(
        '"-".join(["a", "b"])',
        '"  x ".strip()',
        '"xxaxx".strip("x")',
        '"aaa".replace("a", "b", 2)',
        '"ab".replace("", "-")',
      ),
    ).toBe('"a-b" "x" "a" "bba" "-a-b-"')
    expect(
      values(
        '"a=b=c".partition("=")',
        '"a=b=c".rpartition("=")',
        '"x".partition("=")',
        '"a\\nb\\n".splitlines()',
        '"a\\nb".splitlines(True)',
      ),
    ).toBe('("a", "=", "b=c") ("a=b", "=", "c") ("x", "", "") ["a", "b"] ["a\\n", "b"]')
    expect(
      values(
        '"v1.2".removeprefix("v")',
        '"a.yaml".removesuffix(".yaml")',
        '"a" in "abc"',
        '"banana".count("an")',
        '"banana".rindex("an")',
      ),
    ).toBe('"1.2" "a" True 2 3')
  })

  it('change and tell their case', () => {
    expect(
      values(
        '"hELLO wORLD".title()',
        '"hELLO".capitalize()',
        '"aB".upper()',
        '"aB".lower()',
        '"AB".isupper()',
        '"Ab Cd".istitle()',
        '"12".isdigit()',
        '"".isalpha()',
      ),
    ).toBe('"Hello World" "Hello" "AB" "ab" True True True False')
  })

  it('start and end with one of several', () => {
    expect(values('"abc".startswith("b", 1)', '"abc".endswith(("x", "c"))', '"abc".startswith("")')).toBe(
      'True True True',
    )
  })

  it('take values by % and by format', () => {
    expect(
      values(
        '"%s %r %d %x %o %%" % ("a", "a", 3.9, 255, 8)',
        '"%(k)s" % {"k": 1}',
        '"%f %e %g" % (1.5, 12345.678, 0.5)',
        '"%c%c" % (65, "b")',
      ),
    ).toBe('"a \\"a\\" 3 ff 10 %" "1" "1.500000 1.234568e+04 0.5" "Ab"')
    expect(values('"%f" % 0.0078125', '"%f" % 0.0234375', '"%e" % 9999999.5')).toBe(
      '"0.007812" "0.023438" "1.000000e+07"',
    )
    expect(values('"{} {}".format(1, "a")', '"{1}{0}{{}}".format(1, 2)', '"{a!r}".format(a = "x")')).toBe(
      '"1 a" "21{}" "\\"x\\""',
    )
  })
})

describe('lists and tuples', () => {
  it('are indexed, cut, added and repeated', () => {
    expect(
      values(
        '[1, 2, 3][-1]',
        '[0, 1, 2, 3, 4][1:4:2]',
        '[1, 2, 3][::-1]',
        '[1] + [2]',
        '(1,) * 2',
        '()',
        '(1,)',
        '[1, 2, 3][5:]',
      ),
    ).toBe('3 [1, 3] [3, 2, 1] [1, 2] (1, 1) () (1,) []')
  })

  it('lists change in place', () => {
    const program = `
x = [3, 1, 2]
y = x
x.append(4); x.extend((5,)); x.insert(0, 9); x.insert(-1, 8); x.remove(1)
print(x, x.pop(), x.pop(0), x.index(2), x)
x += [7]
x[0] = "z"
print(y)
x.clear()
print(y)
`
    expect(output(program)).toEqual(['[3, 2, 4, 8] 5 9 1 [3, 2, 4, 8]', '["z", 2, 4, 8, 7]', '[]'])
  })

  it('are compared element by element', () => {
    expect(
      values('[1, 2] < [1, 3]', '(1,) < (1, 0)', '[1] == (1,)', '[[1]] == [[1.0]]', '2 in [1, 2]', 'None not in (1,)'),
    ).toBe('True True False True True True')
  })

  it('are sorted without moving equals, also backwards', () => {
    expect(
      values('sorted(["b", "a"])', 'sorted(["aa", "b", "cc", "d"], key = len, reverse = True)', 'sorted([3, 1.5, 2])'),
    ).toBe('["a", "b"] ["aa", "cc", "b", "d"] [1.5, 2, 3]')
  })

  it('are taken apart by assignment', () => {
    expect(output('a, (b, [c]) = 1, (2, [3])\nfor k, v in {"x": 1}.items():\n  print(a, b, c, k, v)')).toEqual([
      '1 2 3 x 1',
    ])
  })
})

describe('dicts and sets', () => {
  it('dicts keep the order in which keys came', () => {
    const program = `
d = {"b": 1, "a": 2}
d["c"] = 3
d["b"] = 4
print(d, d.keys(), d.values(), d.items(), len(d), "a" in d)
print(d.get("x"), d.get("x", 0), d.pop("a"), d.pop("a", None), d.setdefault("n", 5), d.popitem())
d.update([("y", 1)], z = 2)
print(d, dict(d, b = 0), {"q": 1} | {"q": 2})
`
    expect(output(program)).toEqual([
      '{"b": 4, "a": 2, "c": 3} ["b", "a", "c"] [4, 2, 3] [("b", 4), ("a", 2), ("c", 3)] 3 True',
      'None 0 2 None 5 ("b", 4)',
      '{"c": 3, "n": 5, "y": 1, "z": 2} {"c": 3, "n": 5, "y": 1, "z": 2, "b": 0} {"q": 2}',
    ])
  })

  it('sets have no doubles, and know their operators', () => {
    expect(
      values(
        'set([1, 2, 2])',
        'set([1, 2]) | set([3])',
        'set([1, 2]) & set([2])',
        'set([1, 2]) - set([2])',
        'set([1, 2]) ^ set([2, 3])',
        'set([1]) == set([1])',
        'set([1]).union([2])',
      ),
    ).toBe('set([1, 2]) set([1, 2, 3]) set([2]) set([1]) set([1, 3]) True set([1, 2])')
  })

  it('names from JavaScript mean nothing in them', () => {
    expect(
      values(
        '{"__proto__": 1}["__proto__"]',
        '"constructor" in {}',
        'hasattr([], "constructor")',
        'hasattr({}, "__proto__")',
      ),
    ).toBe('1 False False False')
    expect(output('x = [].constructor')).toEqual(['error: list has no .constructor field or method'])
    expect(output('toString()')).toEqual(['error: prog:1:1: undefined: toString'])
  })
})

describe('functions', () => {
  it('take positions, names, defaults and what is left', () => {
    const program = `
def f(a, b = 2, *args, c, d = 4, **kw):
  return (a, b, args, c, d, kw)
print(f(1, c = 3), f(1, 9, 8, 7, c = 3, x = 0), f(*[1, 2], **{"c": 5}))
def g(*, k): return k
print(g(k = 1), (lambda x, y = 2: x * y)(4))
`
    expect(output(program)).toEqual(['(1, 2, (), 3, 4, {}) (1, 9, (8, 7), 3, 4, {"x": 0}) (1, 2, (), 5, 4, {})', '1 8'])
  })

  it('see the variables around them, as they are when called', () => {
    const program = `
def outer():
  n = 1
  def inner(): return n
  n = 2
  return inner
print(outer()(), [f() for f in [lambda: i for i in range(3)]])
`
    expect(output(program)).toEqual(['2 [2, 2, 2]'])
  })

  it('call themselves', () => {
    expect(output('def fib(n):\n  return n if n < 2 else fib(n - 1) + fib(n - 2)\nprint(fib(15))')).toEqual(['610'])
  })
})

describe('statements', () => {
  it('loops run, stop and go on outside of functions', () => {
    const program = `
i = 0
while True:
  i += 1
  if i == 2: continue
  elif i > 4: break
  else: pass
  print(i)
for x in range(10, 0, -4):
  print(x)
for x in range(1000000000000):
  if x == 2: break
print(x)
`
    expect(output(program)).toEqual(['1', '3', '4', '10', '6', '2', '2'])
  })

  it('comprehensions nest, filter, and keep their variables', () => {
    expect(
      output('x = 0\nprint([x * y for x in range(3) if x for y in (1, 10)], {k: v for k, v in [("a", 1)]}, x)'),
    ).toEqual(['[1, 10, 2, 20] {"a": 1} 0'])
  })

  it('a name of the language may be used again', () => {
    expect(output('str = str(5)\nprint(str + "!")')).toEqual(['5!'])
  })

  it('and and or give one of their values', () => {
    expect(values('0 or "a"', '[] and 1', 'not 0', '1 if [] else 2', '1 < 2 and "x"')).toBe('"a" [] True 2 "x"')
  })

  it('lines go on in brackets and behind backslashes; comments and blank lines do not count', () => {
    expect(
      output(
        'def f():\n  # first\n\n  x = (1 +\n# no indentation\n 2)\n\n  return x + \\\n    1 # end\n\nprint(f()); print(2)\r\n',
      ),
    ).toEqual(['4', '2'])
  })
})

describe('built-in functions', () => {
  it('work on what can be gone through', () => {
    expect(
      values(
        'all([1, 0])',
        'any([0, 1])',
        'min([3, 1])',
        'max(1, 5, 2)',
        'max("bb", "a", key = len)',
        'zip([1, 2], "ab".elems())',
        'enumerate(["a"], 1)',
        'reversed([1, 2])',
        'list(range(3))',
        'tuple({"a": 1})',
      ),
    ).toBe('False True 1 5 "bb" [(1, "a"), (2, "b")] [(1, "a")] [2, 1] [0, 1, 2] ("a",)')
  })

  it('tell of values', () => {
    expect(
      values(
        'type(1.0)',
        'type(len)',
        'type(None)',
        'len',
        'range(1, 3)',
        '[].append',
        'abs(-2)',
        'ord("a")',
        'chr(233)',
        'hasattr("", "join")',
        'getattr([], "x", 0)',
        'bool("")',
      ),
    ).toBe(
      '"float" "builtin_function_or_method" "NoneType" <built-in function len> range(1, 3) <built-in method append of list value> 2 97 "é" True 0 False',
    )
  })

  it('a list inside itself is shown and ended', () => {
    expect(output('x = [1]\nx.append(x)\nd = {}\nd["d"] = d\nprint(x, d)')).toEqual(['[1, [...]] {"d": {...}}'])
  })
})

describe('libraries', () => {
  it('json writes sorted keys and reads back', () => {
    const program = `
load("encoding/json.star", "json")
print(json.encode({"b": [1, 2.5, None, True], "a": "x<\\n\\"é"}))
print(json.decode('{"a": [1, 2.0, -3e2, "\\\\u00e9\\\\n"], "b": {}}'))
`
    expect(output(program)).toEqual([
      '{"a":"x\\u003c\\n\\"é","b":[1,2.5,null,true]}',
      '{"a": [1, 2.0, -300.0, "é\\n"], "b": {}}',
    ])
  })

  it('base64, hash, math and re do what their names say', () => {
    const program = `
load("encoding/base64.star", "base64")
load("hash.star", "hash")
load("math.star", m = "math")
load("re.star", "re")
print(base64.encode("a?>"), base64.encode("a?>", "url"), base64.decode("aMOp"), hash.sha1(""), m.floor(-1.5), m.round(2.5), re.sub("[0-9]+", "#", "a1b22"), re.sub("x*", "-", "abc"))
`
    expect(output(program)).toEqual(['YT8+ YT8- hé da39a3ee5e6b4b0d3255bfef95601890afd80709 -2 3.0 a#b# -a-b-c-'])
  })
})
