import { above, type Post, post } from '../post.ts'
import { keyOf, signed, zone } from '../signing.ts'
import { ana, type Genuine, received } from './mail.ts'

/** What the large providers list in their signatures. */
const lists = {
  Gmail: [
    'to',
    'subject',
    'message-id',
    'date',
    'from',
    'mime-version',
    'from',
    'to',
    'cc',
    'subject',
    'date',
    'message-id',
    'reply-to',
  ],
  Outlook: ['From', 'Date', 'Subject', 'Message-ID', 'Content-Type', 'MIME-Version'],
  iCloud: ['from', 'content-type', 'mime-version', 'subject', 'message-id', 'date', 'to'],
}

const key = keyOf('example.org', 2048)
const forward =
  '---------- Forwarded message ---------\nFrom: Eve <eve@evil.example>\nDate: Mon, Nov 16, 2026 at 11:00 AM\nSubject: Offer\nTo: Ana\n\nA new roof for 900.'
const plainPart = (text: string) => `Content-Type: text/plain; charset="UTF-8"\n\n${text}\n`
const pagePart = (text: string) =>
  `Content-Type: text/html; charset="UTF-8"\nContent-Transfer-Encoding: quoted-printable\n\n<div dir=3D"ltr">${text}</div>\n`
const alternative = (boundary: string, text: string) =>
  `--${boundary}\n${plainPart(text)}\n--${boundary}\n${pagePart(text)}\n--${boundary}--\n`

/** How they write their bodies: type, body, and more headers. */
const shapes: Record<string, [type: string, body: string, more?: string[]]> = {
  'two alternatives': [
    'multipart/alternative; boundary="000000000000f3a1"',
    alternative('000000000000f3a1', 'Is it on?'),
  ],
  'a mail passed on': ['multipart/alternative; boundary="000000000000f3a1"', alternative('000000000000f3a1', forward)],
  'an answer with a signature': [
    'multipart/alternative; boundary="000000000000f3a1"',
    alternative(
      '000000000000f3a1',
      'Yes.\n\n-- \nAna\n\nOn Mon, Nov 16, 2026 at 11:00 AM Skein <s@home.example> wrote:\n\n> --\n> -----Original Message-----',
    ),
  ],
  'with a file': [
    'multipart/mixed; boundary="000000000000aa01"',
    `--000000000000aa01\nContent-Type: multipart/alternative; boundary="000000000000aa02"\n\n${alternative('000000000000aa02', 'Here.')}\n--000000000000aa01\nContent-Type: application/pdf; name="a.pdf"\nContent-Disposition: attachment; filename="a.pdf"\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjQ=\n--000000000000aa01--`,
  ],
  'with a picture in the page': [
    'multipart/related; boundary="000000000000bb01"',
    `--000000000000bb01\nContent-Type: multipart/alternative; boundary="000000000000bb02"\n\n${alternative('000000000000bb02', 'Look.')}\n--000000000000bb01\nContent-Type: image/png; name="a.png"\nContent-Disposition: inline; filename="a.png"\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--000000000000bb01--\n`,
  ],
  'one text': ['text/plain; charset="UTF-8"', 'Is it on?\n\n-- \nAna\n'],
  'one text with an answer below': ['text/plain; charset="UTF-8"', `Yes, a + b = c.\n\n${forward}\n`],
  'one text, encoded': [
    'text/plain; charset="UTF-8"',
    'Gr=C3=BC=C3=9Fe und eine lange Zeile, die man umbrechen musste =\nund umbrach\n',
    ['Content-Transfer-Encoding: quoted-printable'],
  ],
  'one text in base64': [
    'text/plain; charset="UTF-8"',
    `${Buffer.from('Grüße aus Zürich').toString('base64')}\n`,
    ['Content-Transfer-Encoding: base64'],
  ],
  'one text in Chinese': ['text/plain; charset="UTF-8"', '暖气开了吗？\n'],
  'one page': ['text/html; charset="UTF-8"', '<html><body><div>Is it on?</div></body></html>\n'],
  'Thunderbird over the provider': [
    'multipart/alternative; boundary="------------x0Y1"',
    `This is a multi-part message in MIME format.\n${alternative('------------x0Y1', 'Is it on?')}`,
  ],
}

function mailOf([type, body, more = []]: [type: string, body: string, more?: string[]]): Post {
  const { headers } = post(ana)
  return {
    headers: [...headers.filter((line) => !/^content-type:/i.test(line)), ...more, `Content-Type: ${type}`],
    body: body.replace(/\n/g, '\r\n'),
  }
}

const stamp =
  'Authentication-Results: mx.home.example; dkim=pass header.d=example.org; dmarc=pass header.from=example.org'

/** Whatever a provider signs, and whoever checks it. */
export const genuineProviders: Genuine[] = Object.entries(lists).flatMap(([provider, list]) =>
  Object.entries(shapes).flatMap(([what, shape]) => {
    const mail = signed(mailOf(shape), key, { signed: list })
    const address = 'ana@example.org'
    return [
      { what: `${provider}: ${what}`, mail, address, resolve: zone(key) },
      {
        what: `${provider}, checked by our server: ${what}`,
        mail: above(mail, stamp, received('mx.home.example')),
        address,
        authservId: 'mx.home.example',
      },
    ]
  }),
)
