/** Tells templates whose output may differ from run to run. */

/** Functions of helm and its library that give something new each time, or look at the clock, a network or a cluster. */
const CHANGING = new Set([
  ...[
    'ago',
    'bcrypt',
    'encryptAES',
    'genPrivateKey',
    'getHostByName',
    'htpasswd',
    'lookup',
    'now',
    'shuffle',
    'uuidv4',
  ],
  ...[
    'genCA',
    'genCAWithKey',
    'genSelfSignedCert',
    'genSelfSignedCertWithKey',
    'genSignedCert',
    'genSignedCertWithKey',
  ],
  ...['rand', 'randAlpha', 'randAlphaNum', 'randAscii', 'randBytes', 'randInt', 'randNumeric'],
  // Given what is no time, they take the present one.
  ...['date', 'dateInZone', 'date_in_zone', 'htmlDate', 'htmlDateInZone'],
])

/**
 * Whether an action of the text names such a function. Names in an action's texts count too, since `tpl` makes actions of
 * texts.
 *
 * @example hasChangingOutput('password: {{ randAlphaNum 16 }}') // true
 */
export function hasChangingOutput(text: string): boolean {
  let at = text.indexOf('{{')
  while (at >= 0) {
    let end = endOfComment(text, at)
    if (end < 0) {
      end = endOfAction(text, at + 2)
      for (const [word] of text.slice(at, end).matchAll(FUNCTION)) if (CHANGING.has(word)) return true
    }
    at = text.indexOf('{{', end)
  }
  return false
}

/** A name that is no field and no variable. */
const FUNCTION = /(?<![\w.$])[A-Za-z_]\w*/g

/** -1 when it is an action. */
function endOfComment(text: string, start: number): number {
  if (!/^\{\{(-\s)?\/\*/.test(text.slice(start, start + 6))) return -1
  const end = text.indexOf('*/', start)
  return end < 0 ? text.length : end + 2
}

/** Texts in an action may hold what looks like its end. */
function endOfAction(text: string, start: number): number {
  let i = start
  while (i < text.length) {
    const c = text[i]
    if (c === '}' && text[i + 1] === '}') return i + 2
    if (c === '"') {
      for (i++; i < text.length && text[i] !== '"' && text[i] !== '\n'; i++) if (text[i] === '\\') i++
    } else if (c === '`') {
      const end = text.indexOf('`', i + 1)
      i = end < 0 ? text.length : end
    }
    i++
  }
  return text.length
}
