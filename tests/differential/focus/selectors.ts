/** Which objects a selector takes: patterns of every sort, label and annotation selectors, previous names. */
import * as fc from 'fast-check'
import { type Literal, oneOf, quoted, seldom, usually } from './kit.ts'

// biome-ignore format: a table
const PATTERNS = [
  'web', 'db', 'web-.*', '.*', 'w.b', '^web$', 'we', '(web|db)', 'web|db', '(?i)WEB', '\\w+', '[a-z]+-?[0-9]*', 'we{0,1}b', '.+', 'p-.*',
  '[[:alpha:]]+', '\\pL+', '(?P<x>w)eb', '\\bweb\\b', '^', '$', '[^w].*', 'web\\z', '(?s).*', '(?:web)?', '\\x77eb', '\\Qweb\\E', 'web$|^db',
]
const BAD_PATTERNS = [
  '[a-',
  'w(?=e)b',
  '*',
  'a**',
  '(',
  'a{2,1}',
  '\\',
  '[[:nope:]]',
  '(?<x',
  'a{1001}',
  '\\8',
  '(?P<n>a)(?P<n>b)',
  ')',
]

export const pattern: fc.Arbitrary<string> = usually(oneOf(...PATTERNS), oneOf(...BAD_PATTERNS), 60).map(quoted)

// biome-ignore format: a table
const REQUIREMENTS = [
  'app', '!app', 'app=web', 'app==web', 'app!=web', 'app in (web,db)', 'app in (web)', 'app notin (web, x)', 'tier>1', 'tier<3', '!x.y/z',
  'x.y/z', 'app=', 'app in ()', 'app in (,)', ' app = web ', 'app', 'tier', 'tier notin (1)', 'app in (web,)', 'team!=', 'tier=2',
]
// biome-ignore format: a table
const BAD_REQUIREMENTS = [
  'app=a=b', ',', 'app,', 'app web', '-x', 'app=-', 'app in web', 'app in (a', '!', 'tier>x', '!app=web', 'app=(a)', 'a/b/c', 'in', 'app notin', 'app=a b',
  'x/=1', '/x', 'app!web', 'app=é', 'tier>1.5', 'app>', 'é', '(', 'app in (a b)', `k${'x'.repeat(63)}`, `app=${'x'.repeat(64)}`,
]
const requirements = fc.array(oneOf(...REQUIREMENTS), { minLength: 1, maxLength: 2 }).map((words) => words.join(','))
export const labelSelector: fc.Arbitrary<string> = usually(requirements, oneOf(...BAD_REQUIREMENTS), 25).map(quoted)

const GROUPS = ['apps', '""', 'example.com', '"example\\\\.com"', '".*"', '"[a-z]*"', 'batch']
const VERSIONS = ['v1', '"v.*"', 'v1beta1', '"v1|v2"', '""']
const KINDS = ['Deployment', '"Deploy.*"', 'ConfigMap', '".*Map"', 'Thing', '"Deployment|Thing"', 'Service', '""']

/** Any of a selector's fields. */
export const selector: fc.Arbitrary<Literal> = fc.record({
  group: seldom(oneOf(...GROUPS), 6),
  version: seldom(oneOf(...VERSIONS), 6),
  kind: seldom(oneOf(...KINDS), 2),
  name: seldom(pattern, 2),
  namespace: seldom(oneOf('one', '""', 'default', '".*"', '"o.e"', '"one|default"', '"^$"', '"[a-"'), 5),
  labelSelector: seldom(labelSelector, 4),
  annotationSelector: seldom(labelSelector, 8),
})

const marks = fc.dictionary(
  oneOf('app', 'tier', 'team', 'x.y/z'),
  oneOf('web', 'db', '"1"', '"2"', '3', 'true', '""', '"a b"', 'null'),
  {
    maxKeys: 3,
  },
)

/** Objects that such selectors tell apart. */
export const selectable: fc.Arbitrary<Literal[]> = fc
  .uniqueArray(
    fc.record({
      type: oneOf(
        ['apps/v1', 'Deployment'],
        ['v1', 'ConfigMap'],
        ['example.com/v1', 'Thing'],
        ['example.com/v1beta1', 'Thing'],
        ['v1', 'Service'],
      ),
      name: oneOf('web', 'db', 'web-1', 'webx'),
      namespace: seldom(oneOf('one', 'default', 'two', '""'), 3),
      labels: seldom(marks, 2),
      annotations: seldom(marks, 3),
      body: oneOf<Literal>({ spec: { a: '1', list: ['x', 'z'] } }, { data: { a: 'b' } }, {}),
    }),
    {
      minLength: 2,
      maxLength: 5,
      selector: ({ type, name, namespace }) => [type, name, namespace ?? 'default'].join(),
    },
  )
  .map((found) =>
    found.map(({ type: [apiVersion, kind], name, namespace, labels, annotations, body }) => ({
      apiVersion,
      kind,
      metadata: { name, namespace, labels, annotations },
      ...(body as object),
    })),
  )
