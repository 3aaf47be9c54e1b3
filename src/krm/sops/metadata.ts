/** What stands under `sops` in an encrypted document: who can open it, what of it is encrypted, and the hash of all. */
import { fail } from '../../core/error.ts'
import { type Pattern, preparePattern } from '../../core/pattern.ts'
import { field, type Node, SCALAR, SEQUENCE } from '../../yaml/node.ts'
import { isTrue, scalarText } from '../../yaml/resolve.ts'

const NAME_RULES = ['unencrypted_suffix', 'encrypted_suffix', 'unencrypted_regex', 'encrypted_regex'] as const
const COMMENT_RULES = ['unencrypted_comment_regex', 'encrypted_comment_regex'] as const
const RULES = [...NAME_RULES, ...COMMENT_RULES]
const DEFAULT_RULE = ['unencrypted_suffix', '_unencrypted'] as const

export interface SopsMetadata {
  /** The data key, encrypted for each recipient of age; empty when only other keys open it. */
  age: string[]
  /** No single key opens it: the data key is split among groups of keys. */
  isSplit: boolean
  mac: string
  lastModified: string
  /** The hash is of the encrypted values alone. */
  hashesEncryptedOnly: boolean
  /** Comments decide about what is encrypted: without them nothing can be decrypted. */
  goesByComments: boolean
  /** Whether a value is encrypted, by the names that lead to it and the comments before each of them. */
  isEncrypted(path: readonly string[], comments: readonly string[]): boolean
}

/** @throws ToolError with code SOPS for rules that contradict each other, and patterns that are wrong */
export async function readMetadata(metadata: Node | undefined): Promise<SopsMetadata> {
  const text = (name: string) => scalarText(field(metadata, name))
  const groups = field(metadata, 'key_groups')
  const list = field(metadata, 'age')
  const recipients = list?.kind === SEQUENCE ? list.items : []
  const given = RULES.filter((name) => text(name) !== '')
  if (given.length > 1) throw fail('SOPS', `only one of ${given.join(', ')} can be given`)
  const [rule, wanted] = given[0] === undefined ? DEFAULT_RULE : [given[0], text(given[0])]
  const goesByComments = COMMENT_RULES.some((name) => name === rule)
  const matches = remembered(
    rule.endsWith('_regex') ? await preparePattern(wanted, { anchored: false }) : suffix(wanted),
  )
  const encryptsMatches = rule.startsWith('encrypted')
  return {
    age: recipients.map((one) => scalarText(field(one, 'enc'))),
    isSplit: (groups?.kind === SEQUENCE && groups.items.length > 0) || !['', '0'].includes(text('shamir_threshold')),
    mac: text('mac'),
    lastModified: text('lastmodified'),
    hashesEncryptedOnly: isTrue(text('mac_only_encrypted')),
    goesByComments,
    isEncrypted: (path, comments) => (goesByComments ? comments : path).some(matches) === encryptsMatches,
  }
}

function suffix(wanted: string): Pattern {
  return { test: (name) => name.endsWith(wanted) }
}

/** The same few names come again and again. */
function remembered(pattern: Pattern): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    const found = known.get(text) ?? pattern.test(text)
    known.set(text, found)
    return found
  }
}

/** Whether a document is encrypted as a whole. */
export function isSealedDocument(root: Node): boolean {
  const mac = field(field(root, 'sops'), 'mac')
  return mac?.kind === SCALAR && mac.value !== ''
}
