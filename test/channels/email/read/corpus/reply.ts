/** One mail as a client sent it, and what its writer wrote. */
export interface Reply {
  name: string
  source: Buffer
  /** Their own words, exactly. */
  own: string
}

interface Shape {
  subject: string
  type: string
  body: string
  isReply?: boolean
  headers?: string[]
}

/** The bytes of a mail of one part. */
export function makeMail({ subject, type, body, isReply = true, headers = [] }: Shape): Buffer {
  const lines = [
    'From: Bob Bauer <bob@example.com>',
    'To: Ana Silva <ana.silva@example.org>',
    'Date: Mon, 05 Jan 2026 18:02:11 +0100',
    'Message-ID: <b.1@example.com>',
    `Subject: =?UTF-8?B?${Buffer.from(subject).toString('base64')}?=`,
    ...(isReply ? ['In-Reply-To: <a.1@example.org>', 'References: <a.1@example.org>'] : []),
    'MIME-Version: 1.0',
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: 8bit',
    ...headers,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body.replace(/\n/g, '\r\n')}`)
}

/** One mail that was written by hand; an answer in plain text where nothing else is said. */
export interface Case {
  subject?: string
  type?: string
  isReply?: boolean
  body: string
  own: string
}

export function repliesOf(cases: Record<string, Case>): Reply[] {
  return Object.entries(cases).map(([name, { own, ...mail }]) => ({
    name,
    source: makeMail({ subject: 'Re: Roof', type: plain, ...mail }),
    own,
  }))
}

export const plain = 'text/plain; charset=utf-8'
export const html = 'text/html; charset=utf-8'

/** With the marks of a quote before each line. */
export function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n')
}

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** As Gmail wraps a text: after 72 characters, at a space. */
export function wrap(text: string, width = 72): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const lines: string[] = []
      let rest = line
      while (rest.length > width && rest.lastIndexOf(' ', width) > 0) {
        const at = rest.lastIndexOf(' ', width)
        lines.push(rest.slice(0, at))
        rest = rest.slice(at + 1)
      }
      return [...lines, rest]
    })
    .join('\n')
}

/** Each line in an element of its own, as clients write what is typed. */
export function divs(text: string, open = '<div>', empty = '<br>'): string {
  return text
    .split('\n')
    .map((line) => `${open}${line === '' ? empty : escape(line)}</${open.slice(1).split(/[ >]/)[0]}>`)
    .join('\n')
}
