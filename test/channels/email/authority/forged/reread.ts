import { above, type Post, post } from '../post.ts'
import { signed, usual, zone } from '../signing.ts'
import { border, type World } from '../worlds.ts'
import { type Kinds, proof } from './kinds.ts'
import { trueKey } from './signatures.ts'

/** As Gmail signs: the headers that say how the body is read are not among it. */
const open = usual.filter((name) => name !== 'content-type')

const evil = 'Pay everything to Eve today.'

/** A true mail of the owner's to somebody who now sends it again, with other headers above the same bytes. */
function again(world: World, body: string, type: string, more: string[] = []): Post {
  const mail = post(`Ana <${world.owner}>`, { body: body.replace(/\n/g, '\r\n') })
  const genuine = signed(mail, trueKey(world), { signed: open })
  const others = genuine.headers.filter((line) => !/^content-type:/i.test(line))
  return { headers: [...others, ...more, ...(type === '' ? [] : [`Content-Type: ${type}`])], body: genuine.body }
}

const parts = (boundary: string, text: string) =>
  `--${boundary}\nContent-Type: text/plain; charset="UTF-8"\n\n${text}\n--${boundary}\nContent-Type: text/html; charset="UTF-8"\n\n<div>${text}</div>\n--${boundary}--\n`

/** Words of theirs that the owner quoted, or passed on. */
const within = `No, never.\n\n> hi\n\n--x\nContent-Type: text/plain\n\n${evil}\n--x--\n`
const passedOn = `No.\n\n---------- Forwarded message ---------\nFrom: Eve <eve@evil.example>\n\n${evil}\n---------- Forwarded message -----------\n`

const bodies: Record<string, (w: World) => Post[]> = {
  'another boundary, within a text': (w) => [
    again(w, within, 'multipart/mixed; boundary=x'),
    again(w, within, 'multipart/alternative; boundary="x"'),
    again(w, passedOn, 'multipart/mixed; boundary="-------- Forwarded message ---------"'),
    again(w, `This is a multi-part message in MIME format.\nNo.\n${within}`, 'multipart/mixed; boundary=x'),
  ],
  'another boundary, within a part': (w) =>
    [within, passedOn].flatMap((text) => [
      again(w, parts('0000abc', text), 'multipart/mixed; boundary=x'),
      again(w, parts('0000abc', text), 'multipart/mixed; boundary="-------- Forwarded message ---------"'),
    ]),
  'a boundary under which nothing is found': (w) => [
    again(w, parts('0000abc', evil), 'multipart/mixed; boundary=none'),
    again(w, parts('0000abc', evil), 'multipart/mixed'),
    again(w, parts('0000abc', evil), 'multipart/mixed; boundary=""'),
  ],
  'something after the parts': (w) => [
    again(w, `${parts('0000abc', 'No.')}${evil}\n`, 'multipart/mixed; boundary=0000abc'),
    again(w, parts('0000abc', `No.\n--0000abc--\n${evil}`), 'multipart/alternative; boundary=0000abc'),
  ],
  'parts as a text': (w) => ['text/plain', 'text/html', ''].map((type) => again(w, parts('0000abc', evil), type)),
  'parts of another kind': (w) =>
    ['mixed', 'related', 'digest', 'parallel', 'report', 'form-data'].map((kind) =>
      again(w, parts('0000abc', 'No.'), `multipart/${kind}; boundary=0000abc`),
    ),
  'a text as a page, or a page as a text': (w) => [
    again(w, `No.\n\n> <style>body { display: none }</style>\n> ${evil}\n`, 'text/html; charset=utf-8'),
    again(w, `<div>No.</div><div style="display:none">${evil}</div>\n`, 'text/plain; charset=utf-8'),
  ],
  'a text under another encoding': (w) => [
    again(w, `No.\n> x=0A${evil}\n`, 'text/plain', ['Content-Transfer-Encoding: quoted-printable']),
    again(w, 'SGVsbG8gdGhlcmUgYW5kIG1vcmUgb2YgdGhlc2Ugd29yZHMgdW50aWwgdGhlIGVuZA==\n', 'text/plain'),
    again(w, 'No=2C never, is what I said=\n to her.\n', 'text/plain', ['Content-Transfer-Encoding: 7bit']),
    again(w, `${Buffer.from(evil).toString('base64')} no\n`, 'text/plain', ['Content-Transfer-Encoding: base64']),
    again(w, 'No +AFAAYQB5- it.\n', 'text/plain; charset=utf-7'),
  ],
  'two headers that say how it is read': (w) => [
    again(w, within, 'multipart/mixed; boundary=x', ['Content-Type: text/plain']),
    again(w, 'Yes.\n', 'text/plain', ['Content-Transfer-Encoding: 7bit', 'Content-Transfer-Encoding: base64']),
  ],
}

/** Once as we check it, and once as our own server has checked it. */
export const forgedReading: Kinds = Object.fromEntries(
  Object.entries(bodies).map(([kind, make]) => [
    kind,
    (world) =>
      make(world).flatMap((mail) => [
        { mail, resolve: zone(trueKey(world)) },
        { mail: above(mail, ...border(world, proof(world))), resolve: zone(trueKey(world)) },
      ]),
  ]),
)
