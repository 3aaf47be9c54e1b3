/** Dates and times of YAML. */

const DATE =
  /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:[Tt]([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,]([0-9]+))?(Z|[-+][0-9]{2}:[0-9]{2}))| ([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,]([0-9]+))?)?$/

/** A date or time in RFC 3339, as it stands in JSON; undefined when the text is no valid one. */
export function timestampText(text: string): string | undefined {
  const match = DATE.exec(text)
  if (match === null) return undefined
  const [, year, month, day, h1, m1, s1, f1, zone, h2, m2, s2, f2] = match
  const hour = Number(h1 ?? h2 ?? 0)
  const minute = Number(m1 ?? m2 ?? 0)
  const second = Number(s1 ?? s2 ?? 0)
  const monthNumber = Number(month)
  const dayNumber = Number(day)
  if (monthNumber < 1 || monthNumber > 12 || dayNumber < 1) return undefined
  if (dayNumber > daysIn(Number(year), monthNumber)) return undefined
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const fraction = (f1 ?? f2 ?? '').slice(0, 9).replace(/0+$/, '')
  if (zone !== undefined && zone !== 'Z' && (Number(zone.slice(1, 3)) > 24 || Number(zone.slice(4)) > 60))
    return undefined
  const two = (value: number) => String(value).padStart(2, '0')
  const time = `${two(hour)}:${two(minute)}:${two(second)}${fraction === '' ? '' : `.${fraction}`}`
  const offset = zone === undefined || zone.slice(1) === '00:00' ? 'Z' : zone
  return `${year}-${two(monthNumber)}-${two(dayNumber)}T${time}${offset}`
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
