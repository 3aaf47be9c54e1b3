/** What the reference says, without what differs between any two runs of it. */
export function settled(text: string, folder: string): string {
  return text
    .replaceAll(folder, '$ROOT')
    .replace(/&\{0x[0-9a-f]+ (<nil>|0x[0-9a-f]+)/g, '&{$PTR <nil>')
    .replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /gm, '$LOG ')
    .replace(
      /(were never replaced: )(.*)$/gm,
      (_, head: string, names: string) => head + names.split(',').sort().join(','),
    )
}
