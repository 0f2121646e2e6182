import { expect, test } from 'vitest'
import { createImportWorld } from './import-world.ts'

const mail = (headers: string[], body: string) =>
  `From nobody Sun Jun  1 12:00:00 2025\n${headers.join('\n')}\n\n${body}\n\n`

const first = mail(
  [
    'From: Ben <ben@example.org>',
    'Subject: =?utf-8?q?The_r=C3=B6of?=',
    'Date: Sun, 1 Jun 2025 10:00:00 +0200',
    'Message-ID: <1@example.org>',
    'Content-Type: text/plain; charset=latin1',
    'Content-Transfer-Encoding: quoted-printable',
  ],
  'Hi Ana,\n\n>From here it looks f=FCll.',
)
const second = mail(
  [
    'From: "Ana L." <Ana@example.org>',
    'Subject: Re: The roof',
    'Date: Sun, 1 Jun 2025 11:00:00 +0200',
    'Message-ID: <2@example.org>',
    'In-Reply-To: <1@example.org>',
    'References: <1@example.org>',
  ],
  'I am coming.\n\nOn Sun, 1 Jun 2025, Ben wrote:\n> Hi Ana,\n>\n> From here it looks full.',
)

test('a thread becomes a chat, decoded and without what is quoted, and comes in once', async () => {
  const { load, rows, titles } = createImportWorld()
  const file = first + second
  expect(await load(file, ['ana@example.org'])).toMatchObject({ added: 2, bad: 0 })
  expect(rows()).toMatchObject([
    {
      name: 'ben@example.org',
      trust: 'untrusted',
      at: Date.UTC(2025, 5, 1, 8),
      text: 'Hi Ana,\n\nFrom here it looks füll.',
    },
    { name: 'ana@example.org', trust: 'owner', at: Date.UTC(2025, 5, 1, 9), text: 'I am coming.' },
  ])
  expect(titles().map((row) => (row as string[])[1])).toEqual(['The röof'])
  expect(await load(file.replaceAll('\n', '\r\n'), ['ana@example.org'])).toMatchObject({ added: 0, known: 2 })
})

test('a mail without a usable time is said with its number, and everything else comes in', async () => {
  const { load } = createImportWorld()
  const undated = mail(['From: ben@example.org', 'Date: soon'], 'hello')
  const strange = mail(['From: a', 'Date: Sun, 1 Jun 2025 10:00:00 +0200', `X: ${'('.repeat(5_000)}`], 'hello')
  const report = await load(undated + strange + first, [], 10_000)
  expect(report).toMatchObject({ added: 2, problems: ['mail 1: has no valid time'] })
})
