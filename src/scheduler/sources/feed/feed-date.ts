/** The date of an entry; undefined if the text is not a date for certain. */
export function feedDate(said: string): Date | undefined {
  const text = said.trim().slice(0, 60)
  return readIso(text) ?? readMail(text)
}

/** "2026-03-14T15:09:26+01:00", also without a time. Without a zone it is UTC. */
function readIso(text: string): Date | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text)
  if (!found) return undefined
  const [, year, month, day, time = '00:00', zone = 'Z'] = found
  return dateOf(`${year}-${month}-${day}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`)
}

/** "Sat, 14 Mar 2026 15:09:26 +0100", as in mails. The weekday is often wrong and not needed. */
function readMail(text: string): Date | undefined {
  const found =
    /^(?:[^\d,]{2,12},? *)?(\d{1,2}) +([a-z]{3})[a-z]* +(\d{2}|\d{4}) +(\d{1,2}:\d\d(?::\d\d)?) *([+-]\d{4}|[a-z]{1,5})?$/i.exec(
      text,
    )
  if (!found) return undefined
  const [, day, month, year = '', time, zone = 'GMT'] = found
  const known = /^[+-]/.test(zone) ? zone : (zones[zone.toUpperCase()] ?? '+0000')
  return dateOf(`${day} ${month} ${year.length === 2 ? `20${year}` : year} ${time} ${known}`)
}

const zones: Record<string, string> = {
  EST: '-0500',
  EDT: '-0400',
  CST: '-0600',
  CDT: '-0500',
  MST: '-0700',
  MDT: '-0600',
  PST: '-0800',
  PDT: '-0700',
  BST: '+0100',
  CET: '+0100',
  MEZ: '+0100',
  CEST: '+0200',
  MESZ: '+0200',
  EET: '+0200',
  EEST: '+0300',
  JST: '+0900',
}

function dateOf(text: string): Date | undefined {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : new Date(ms)
}
