/** Trees and command lines of `fn run`. Programs stand in `bin`; what they are given is in `$RECORD`. */

export interface FnRunCase {
  /** Below `pkg`, unless the path begins with a slash: then beside it. */
  files: Record<string, string>
  words: string
  input?: string
}

const PASS = ['#!/bin/sh', 'echo "--- $0 $* A=$A B=$B in $PWD" >> "$RECORD"', 'tee -a "$RECORD"'].join('\n')
/** Prints a file, says something, fails with a code. */
const SAY = ['#!/bin/sh', 'cat > /dev/null', 'echo "a note" >&2', 'cat "$TOP/$1"', 'exit $2'].join('\n')
const FAIL = '#!/bin/sh\ncat > /dev/null\necho oops >&2\nexit 7\n'
/** A transformer that loses comments, order and style. */
const REWRITE = `#!/usr/bin/env node
let text = ''
process.stdin.on('data', (part) => { text += part })
process.stdin.on('end', () => {
  process.stdout.write(text.replace(/ +#.*$/gm, '').replace(/^( *)image: (\\S+)$/gm, '$1image: $2-new').replace(/kind: Gone/, 'kind: Came'))
})
`

export const PROGRAMS: Record<string, string> = {
  'bin/pass': PASS,
  'bin/docker': PASS,
  'bin/say': SAY,
  'bin/fail': FAIL,
  'bin/rewrite': REWRITE,
  'bin/say-answer': `#!/bin/sh\nexec say answer\n`,
}

export function declared(name: string, spec: string): string {
  const indented = spec.replaceAll(/^/gm, '      ')
  return `apiVersion: x.io/v1\nkind: Fn\nmetadata:\n  name: ${name}\n  annotations:\n    config.kubernetes.io/function: |\n${indented}\n`
}

const object = (name: string, kind = 'C') => `kind: ${kind}\napiVersion: v1\nmetadata:\n  name: ${name}\n`
const documents = (...texts: string[]) => texts.join('---\n')

const COMMENTED = `# head

kind: Deployment
apiVersion: apps/v1
metadata:
  name: web # named
  labels: {b: "2", a: 1}
spec:
    template:
        spec:
            containers:
            # the first
            - name: one
              image: a:1 # pinned

            - image: b:2
              name: two
    text: >
      folded
      text
---
# only a comment
---
kind: Service # kept
metadata: {name: web, annotations: {}}
`

const MIXED: Record<string, string> = {
  'c.yaml': COMMENTED,
  'values.yml': 'a: [b, c]\nmetadata: {}\n',
  'j.json': '{"kind":"J","metadata":{"name":"j"},"x":"y", "n": [1, 2.50, null, true]}',
  'd/d.yaml': documents(object('d1'), object('d2', 'Gone')),
  'notes.txt': 'not read\n',
}

const NESTED: Record<string, string> = {
  'c.yaml': object('top'),
  'functions/f.yaml': declared('functions', 'exec: {path: pass, args: [functions]}'),
  'f.yaml': declared('top', 'exec: {path: pass, args: [top]}'),
  'a/c.yaml': object('a'),
  'a/f.yaml': documents(
    declared('a2', 'exec: {path: pass, args: [a2]}'),
    declared('a1', 'exec: {path: pass, args: [a1]}'),
  ),
  'a/b/c.yaml': object('a-b'),
  'a/b/f.yaml': declared('a-b', 'exec: {path: pass, args: [a-b]}'),
  'a/functions/f.yaml': declared('a-functions', 'exec: {path: pass, args: [a-functions]}'),
  'a/functions/c.yaml': object('a-functions'),
  'a2/c.yaml': object('a2'),
  'z/c.yaml': object('z'),
  'z/f.yaml': declared('z', 'exec: {path: pass, args: [z]}'),
}

function answers(answer: string, words = '--enable-exec --exec-path say-answer', files = MIXED): FnRunCase {
  return { files: { ...files, '/answer': answer }, words: `pkg ${words}` }
}

function spec(text: string, words = '--enable-exec --log-steps', more: Record<string, string> = {}): FnRunCase {
  return { files: { 'c.yaml': object('c'), 'f.yaml': declared('f', text), ...more }, words: `pkg ${words}` }
}

function command(words: string, files = MIXED): FnRunCase {
  return { files, words }
}

function placed(path: string, index?: string): string {
  const more = index === undefined ? '' : `, config.kubernetes.io/index: "${index}"`
  return `kind: A\nmetadata: {name: a, annotations: {config.kubernetes.io/path: "${path}"${more}}}\n`
}

const LIST = (items: string) => `kind: ResourceList\nitems:\n${items}`
const RESULTS = 'results:\n- message: one # said\n  severity: error\n- {message: two, field: {path: a.b}}\n'
const TWO_RESULTS = {
  'c.yaml': object('c'),
  'f.yaml': documents(
    declared('one', 'exec: {path: pass}'),
    declared('two', 'exec: {path: say, args: [answer]}'),
    declared('three', 'deferFailure: true\nexec: {path: say, args: [answer, 3]}'),
    declared('four', 'deferFailure: true\nexec: {path: say, args: [answer, 4]}'),
  ),
  '/answer': `${LIST('- {kind: A, metadata: {name: a}}\n')}${RESULTS}`,
  '/results/keep': '',
}

const STREAM = `# head

kind: A
spec:
    l:
      - a # x
---
kind: B # line
metadata: {name: b, annotations: {config.kubernetes.io/path: "x.yaml"}}
`

export const CASES: Record<string, FnRunCase> = {
  'no functions in a folder': command('pkg'),
  'no functions in a folder, printed': command('pkg --dry-run'),
  'declared functions that may not run': command('pkg --dry-run', { ...MIXED, ...NESTED }),
  'declared functions, each for its folder': command('pkg --enable-exec --log-steps', NESTED),
  'declared functions, printed': command('pkg --enable-exec --dry-run', { ...NESTED, ...MIXED }),
  'declared functions for everything': command('pkg --enable-exec --global-scope --log-steps', NESTED),
  'declared functions of a folder within': command('pkg/a --enable-exec --log-steps', NESTED),
  'a file instead of a folder': command('pkg/a/f.yaml --enable-exec --dry-run', NESTED),
  'a file instead of a folder, written': command('pkg/c.yaml --enable-exec --exec-path rewrite'),
  'folders with a Krmfile': command('pkg --enable-exec --include-subpackages=false', { ...NESTED, 'a/Krmfile': '' }),
  'ignored files': command('pkg --enable-exec', { ...NESTED, '.krmignore': 'a/b\nz/\n*.json\n', 'x.json': '{' }),
  'ignored files of a folder': command('pkg --enable-exec', { ...NESTED, 'a/.krmignore': 'b\n', 'a/Krmfile': '' }),
  'functions from another folder': command('pkg --enable-exec --fn-path pkg/a/b', NESTED),
  'functions from another folder with folders': command('pkg --enable-exec --fn-path pkg/a --log-steps', NESTED),
  'functions from several folders': command('pkg --enable-exec --fn-path pkg/z,pkg/a --fn-path pkg/functions', NESTED),
  'functions from a file': command('pkg --enable-exec --fn-path pkg/z/f.yaml', NESTED),
  'functions from a JSON file': command('pkg --enable-exec --fn-path fns', {
    ...NESTED,
    '/fns/f.json':
      '{"kind":"X","metadata":{"name":"x","annotations":{"config.kubernetes.io/function":"exec: {path: pass}"}}}',
  }),
  'functions from a folder without any': command('pkg --enable-exec --fn-path pkg/a2 --dry-run', NESTED),
  'functions from no folder': command('pkg --enable-exec --fn-path none', NESTED),
  'functions from a folder and from the command line': command(
    'pkg --enable-exec --fn-path pkg/a --exec-path pass --log-steps --global-scope',
    NESTED,
  ),
  'an empty folder': command('pkg --enable-exec --exec-path say-answer', { '/answer': object('new'), 'x.txt': '' }),
  'no folder': command('none'),
  'two folders': command('pkg pkg'),
  'arguments without --': command('pkg --image i a=b'),
  'arguments without a function': command('pkg -- a=b'),
  'no arguments without a function': command('pkg --'),
  'arguments without keys': command('pkg --image i -- a=b c'),
  'arguments with an empty key': command('pkg --image i -- a=b =c'),
  'arguments that are a kind': command('pkg --image i -- Kind'),
  'arguments of all sorts': command(
    "pkg --image i -- Kind z=1 1=true b=a=b --x=y e= n=null q='a' l=[1] a/b=c:d ~=~ *=* a#b=#c",
  ),
  'a kind that is no text': command('pkg --image i -- true t=v t=w'),
  'a program that may not run': command('pkg --exec-path pass'),
  'a program that is not there': command('pkg --enable-exec --exec-path nope'),
  'a program by its path': command('pkg --enable-exec --exec-path ./bin/pass'),
  'a program by a path that is not there': command('pkg --enable-exec --exec-path ./bin/nope'),
  'a program and an image': command('pkg --enable-exec --exec-path pass --image 12'),
  'an empty program': command('pkg --enable-exec --exec-path= --dry-run', NESTED),
  'an image': command('pkg --image example.com/a/b:v1@sha256:0123'),
  'an image with everything': command(
    'pkg --image i --network --mount type=bind,src=/x,dst=/y --mount type=tmpfs,dst=/z,rw=true --mount src=rel,dst=/r,foo ' +
      '-e A=1 -e B -e A=2 --env C= --as-current-user --log-steps --dry-run',
  ),
  'variables of a program': command('pkg --enable-exec --exec-path pass -e A=1 -e B'),
  'comments, order and styles that a function loses': command('pkg --enable-exec --exec-path rewrite'),
  'comments, order and styles that a function loses, printed': command(
    'pkg --enable-exec --exec-path rewrite --dry-run',
  ),
  'one function after another': command('pkg --enable-exec --dry-run', {
    ...MIXED,
    'f.yaml': documents(
      declared('one', 'exec: {path: rewrite}'),
      declared('two', 'exec: {path: say, args: [answer]}'),
      declared('three', 'exec: {path: pass}'),
    ),
    '/answer': documents(object('x'), placed('y.yaml', '4'), object('z')),
  }),
  'variables of a declared program': spec(
    'exec: {path: pass, args: [a b, 1, true], envs: [A=1, B]}',
    '--enable-exec -e A=2 -e B=3',
  ),
  'a declared container': spec(
    'container: {image: img, envs: [A, B=1], mounts: [{type: bind, src: x, dst: /y, rw: true}, {type: bind, src: /a, dst: /b}]}',
    '-e C -e B=2 --mount type=bind,src=z,dst=/z',
  ),
  'a declared container and program': spec('container: {image: 3}\nexec: {path: pass}'),
  'a declared container without image': spec('container: {}\nexec: {path: pass}'),
  'a declared container that wants the network': spec('container: {image: img, network: true}'),
  'a declared container that wants and gets the network': spec('container: {image: img, network: true}', '--network'),
  'a declared container that gets and does not want the network': spec('container: {image: img}', '--network'),
  'a network that is a text': spec('container: {image: img, network: "true"}'),
  starlark: spec('starlark: {path: x, name: y}'),
  'unknown fields': spec('exec: {path: pass, foo: bar}'),
  'a specification that is no YAML': spec('exec: [a'),
  'a specification that is a text': spec('hello'),
  'a specification that is a list': spec('[]'),
  'a specification that is empty': spec('', '--dry-run'),
  'a specification without a program': spec('exec: {path: }', '--enable-exec --dry-run'),
  'an old annotation': command('pkg --log-steps', {
    'c.yaml': 'kind: C\nmetadata:\n  name: c\n  annotations: {config.k8s.io/function: "container: {image: z}"}\n',
  }),
  'an image in an annotation': command('pkg --log-steps', {
    'c.yaml': 'kind: C\nmetadata:\n  name: c\n  annotations: {config.kubernetes.io/container: y}\n',
  }),
  'a field instead of an annotation': command('pkg --log-steps', {
    'c.yaml': 'kind: C\nmetadata:\n  name: c\n  configFn: {container: {image: x}}\n',
  }),
  'local configuration': command('pkg --log-steps --dry-run', {
    'c.yaml':
      'kind: C\nmetadata:\n  name: c\n  annotations: {config.kubernetes.io/function: "container: {image: z}", config.kubernetes.io/local-config: "true"}\n',
  }),
  'a function in a list': command('pkg --log-steps --dry-run', {
    'c.yaml': `kind: List\nitems:\n- kind: C\n  metadata: {name: c, annotations: {config.kubernetes.io/function: "container: {image: z}"}}\n`,
  }),
  'a file that is no YAML': command('pkg', { 'c.yaml': 'a: [\n' }),
  'a file with a text': command('pkg', { 'c.yaml': 'hello\n' }),
  'a file with a list': command('pkg', { 'c.yaml': '- a\n' }),
  'a JSON file that is none': command('pkg', { 'c.json': '{"a": \n' }),
  'functions see scopes by whole names': command('pkg --enable-exec --log-steps', {
    'a/f.yaml': declared('f', 'exec: {path: pass}'),
    'a.yaml': object('a'),
    'ab/c.yaml': object('ab'),
    'a/b/c.yaml': object('a-b'),
  }),
  'a function gives back nothing': answers(''),
  'a function gives back nothing, printed': answers('', '--enable-exec --exec-path say-answer --dry-run'),
  'a function gives back a null': answers(LIST('- {kind: A, metadata: {name: a}}\n- null\n')),
  'a function gives back a mapping of items': answers('kind: List\nitems: {a: b}\n'),
  'a function gives back an item of no kind': answers(LIST('- {metadata: {}}\n')),
  'a function gives back annotations that are a text': answers(
    LIST('- {kind: A, metadata: {name: a, annotations: x}}\n'),
  ),
  'a function gives back new objects': answers(documents(object('x'), 'kind: Y\nmetadata: {name: y, namespace: ns}\n')),
  'a function gives back new objects in its folder': command('pkg --enable-exec', {
    ...MIXED,
    'd/f.yaml': declared('f', 'exec: {path: say, args: [answer]}'),
    '/answer': LIST(
      `- {kind: N, metadata: {name: n}}\n- kind: N\n  metadata: {name: n, namespace: m}\n- ${placed('d/d.yaml', '7').replaceAll('\n', '\n  ')}\n`,
    ),
  }),
  'a function gives back an object without a name': answers('kind: A\n'),
  'a function gives back an object without a kind': answers('metadata: {name: x}\n'),
  'a function gives back several in one file': answers('a: b\n---\nc: d\n'),
  'a function gives back a text': answers('hello\n'),
  'a function gives back a list': answers('- a\n'),
  'a function gives back no YAML': answers('a: [\n'),
  'a function gives back an empty list': answers('kind: List\nitems: []\n'),
  'a function gives back a list of objects': answers(
    'kind: List\nitems:\n- kind: A\n- kind: B\n- {kind: A, metadata: {namespace: a}}\n',
  ),
  'a function gives back results alone': answers('kind: ResourceList\nresults: [{message: a}]\n'),
  'a place outside of the folder': answers(placed('../x.yaml')),
  'a place outside of the folder, printed': answers(
    placed('../x.yaml'),
    '--enable-exec --exec-path say-answer --dry-run',
  ),
  'an absolute place': answers(placed('/x.yaml')),
  'a place that is a folder': answers(placed('d')),
  'a place with a name that is no YAML': answers(placed('x')),
  'an index that is no number': answers(placed('x.yaml', 'b')),
  'an index that is no number in a list': answers(LIST(`- ${placed('x.yaml', 'b').replaceAll('\n', '\n  ')}\n`)),
  'two places for an object': answers(
    'kind: A\nmetadata: {name: a, annotations: {internal.config.kubernetes.io/path: x.yaml, config.kubernetes.io/path: y.yaml}}\n',
  ),
  'an object moved by the old annotation': answers(
    LIST(
      '- kind: Z\n  metadata: {name: z, annotations: {internal.config.kubernetes.io/annotations-migration-resource-id: "0", config.kubernetes.io/path: z.yaml, internal.config.kubernetes.io/path: c.yaml}}\n',
    ),
  ),
  'an object known by its number': answers(
    'kind: Deployment\nmetadata: {name: web, annotations: {config.k8s.io/id: "1"}}\nspec: {text: "t", template: 1}\n',
  ),
  'objects in JSON files': answers(
    documents(placed('q.json'), placed('r.json', '1').replace('name: a', 'name: b'), placed('r.json')),
  ),
  'a function fails': spec('exec: {path: fail}', '--enable-exec'),
  'a function fails with an answer': spec(
    'exec: {path: say, args: [answer, 3]}',
    '--enable-exec --results-dir results',
    {
      '/answer': TWO_RESULTS['/answer'],
      '/results/keep': '',
    },
  ),
  'a function fails with an answer that is none': spec('exec: {path: say, args: [answer, 3]}', '--enable-exec', {
    '/answer': 'a: [\n',
  }),
  'a failure that is told at the end': spec(
    'deferFailure: true\nexec: {path: say, args: [answer, 3]}',
    '--enable-exec',
    {
      '/answer': object('x'),
    },
  ),
  'a failure that is told at the end, without an answer': spec(
    'deferFailure: true\nexec: {path: fail}',
    '--enable-exec',
  ),
  'results of several functions': command('pkg --enable-exec --results-dir results --log-steps', TWO_RESULTS),
  'results into no folder': command('pkg --enable-exec --results-dir none', TWO_RESULTS),
  'results of functions without any, into no folder': spec('exec: {path: pass}', '--enable-exec --results-dir none'),
  'results that are empty': spec('exec: {path: say, args: [answer]}', '--enable-exec --results-dir results', {
    '/answer': `${LIST('- kind: A\n')}results: []\n`,
    '/results/keep': '',
  }),
  'results that are no list': spec('exec: {path: say, args: [answer]}', '--enable-exec --results-dir results', {
    '/answer': `${LIST('- kind: A\n')}results: {items: [{message: a}]}\n`,
    '/results/keep': '',
  }),
  'a stream': { files: {}, words: '--enable-exec --exec-path pass', input: STREAM },
  'a stream through a container with arguments': { files: {}, words: '--image i -- a=b', input: STREAM },
  'a stream without functions': { files: {}, words: '', input: STREAM },
  'a stream with declared functions': {
    files: {},
    words: '--enable-exec',
    input: documents(declared('f', 'exec: {path: pass}'), object('a')),
  },
  'a stream with declared functions that may not run': {
    files: {},
    words: '--dry-run',
    input: documents(declared('f', 'exec: {path: pass}'), object('a')),
  },
  'a stream that is a list': {
    files: {},
    words: '--image i',
    input: 'kind: List\nitems:\n- kind: A\n  metadata: {name: x}\n',
  },
  'a stream that is a list of objects with and without places': {
    files: {},
    words: '--image i',
    input: `kind: ResourceList\nitems:\n- kind: A\n- ${placed('f.yaml', '3').replaceAll('\n', '\n  ')}\nfunctionConfig: {kind: F}\nresults: []\n`,
  },
  'a stream that is a list, without functions': { files: {}, words: '', input: LIST('- kind: A\n') },
  'a stream with places, and functions of folders': {
    files: { 'fns/a/f.yaml': declared('f', 'exec: {path: pass}') },
    words: '--enable-exec --fn-path pkg/fns',
    input: documents(placed('a/x.yaml'), placed('b/x.yaml'), 'kind: N\n'),
  },
  'an empty stream': { files: {}, words: '--image i' },
  'a stream that is no YAML': { files: {}, words: '--image i', input: 'a: [\n' },
  'a stream with a text': { files: {}, words: '--image i', input: 'hello\n' },
  'a stream with a list at the top': { files: {}, words: '--image i', input: '- a\n' },
  'a stream of JSON with line breaks of Windows': {
    files: {},
    words: '--image i',
    input: '{"kind": "A",\r\n"metadata": {"name": "b"}}\r\n',
  },
  'a dash, which is a folder': { files: {}, words: '- --image i', input: 'kind: A\n' },
}

/** Cases whose outcome is recorded too. */
export const KEPT = [
  'no functions in a folder',
  'declared functions that may not run',
  'declared functions, each for its folder',
  'declared functions for everything',
  'functions from several folders',
  'functions from a folder and from the command line',
  'an empty folder',
  'no folder',
  'two folders',
  'arguments without a function',
  'arguments without keys',
  'arguments of all sorts',
  'a program that may not run',
  'a program that is not there',
  'a file instead of a folder, written',
  'an image with everything',
  'comments, order and styles that a function loses',
  'one function after another',
  'a declared container',
  'a declared container that wants the network',
  'unknown fields',
  'a function gives back nothing',
  'a function gives back new objects in its folder',
  'a place outside of the folder',
  'a function fails with an answer',
  'a failure that is told at the end',
  'results of several functions',
  'a stream through a container with arguments',
  'a stream that is a list of objects with and without places',
]
