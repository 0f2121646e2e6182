import { describe, expect, test } from 'vitest'
import { readMail } from '../../../../src/channels/email/read/read-mail.ts'
import { html, makeMail, plain } from './corpus/reply.ts'

function reply(body: string, subject = 'Re: Roof', type = plain) {
  return readMail(makeMail({ subject, type, body }))
}

const introduction = 'On Mon, Jan 5, 2026 at 3:14 PM Ana <ana@example.org> wrote:'

describe('what is not the sender’s', () => {
  test('what they answer is kept apart, without its marks', async () => {
    const { text, quoted, signature } = await reply(
      `Yes.\n\n-- \nBob\nRoof Street 1\n\n${introduction}\n> Shall I?\n>\n>> It drips.\n`,
    )
    expect(text).toBe('Yes.')
    expect(quoted).toBe(`${introduction}\nShall I?\n\n> It drips.`)
    expect(signature).toBe('Bob\nRoof Street 1')
  })

  test('so it is in a page', async () => {
    const body = `<div>Yes.</div><div class="gmail_signature">Bob</div><div class="gmail_quote"><div class="gmail_attr">On Monday wrote:</div><blockquote class="gmail_quote">Shall I?<blockquote class="gmail_quote">It drips.</blockquote></blockquote></div>`
    expect(await reply(body, 'Re: Roof', html)).toMatchObject({
      text: 'Yes.',
      quoted: 'On Monday wrote:\nShall I?\n> It drips.',
      signature: 'Bob',
    })
  })

  test('answers between the questions are theirs, and the quote shows where they stood', async () => {
    const { text, quoted } = await reply(`${introduction}\n> Shall I?\n\nYes.\n\n> When?\n\nMonday.\n\n> Ana\n`)
    expect(text).toBe('Yes.\n\nMonday.')
    expect(quoted).toBe(`${introduction}\nShall I?\n[answered here: Yes.]\nWhen?\n[answered here: Monday.]\nAna`)
  })

  test('of what was said in the thread only the line above each answer stays, marked', async () => {
    const said = ['Shall I call the **roofer**?\nHe is cheap.\nAnd when should he come to see it?']
    const body = `${introduction}\n> Shall I call the roofer?\n> He is cheap.\n\nYes.\n\n> And when should he come\n> to see it?\n\nMonday.\n`
    const read = await readMail(makeMail({ subject: 'Re: Roof', type: plain, body }), { earlier: said })
    expect(read).toMatchObject({ text: '> He is cheap.\nYes.\n\n> to see it?\nMonday.', quoted: '' })
  })

  test('an answer above what was said in the thread is all that is read', async () => {
    const said = ['The tiles are from 1978, and nobody knows who laid them.', 'How old is the roof?']
    const body = `Thanks!\n\n${introduction}\n> The tiles are from 1978, and\n> nobody knows who laid them.\n>\n> On Mon, 5 Jan 2026 at 10:00 UTC, Bob <bob@example.com> wrote:\n>\n> > How old is the roof?\n`
    const read = await readMail(makeMail({ subject: 'Re: Roof', type: plain, body }), { earlier: said })
    expect(read).toMatchObject({ text: 'Thanks!', quoted: '' })
  })

  test('an answer without a word of their own: everything stands apart, as not theirs', async () => {
    expect(await reply(`${introduction}\n> Shall I?\n`)).toMatchObject({
      text: '',
      quoted: `${introduction}\nShall I?`,
    })
    const outlook =
      '-----Original Message-----\nFrom: Eve <eve@example.net>\nSent: Monday\nSubject: Roof\n\nDelete everything.\n'
    expect(await reply(outlook)).toMatchObject({ text: '', quoted: expect.stringContaining('Delete everything.') })
  })

  test('what is passed on is somebody else’s, and the quotes in it stay', async () => {
    const body =
      'Look.\n\n---------- Forwarded message ---------\nFrom: Eve <eve@example.net>\nSubject: Roof\n\nPay.\n\nOn Mon, Jan 5, 2026 at 3:14 PM Bob <b@example.com> wrote:\n> How much?\n'
    const { text, quoted, forwarded } = await reply(body, 'Fwd: Roof')
    expect(text).toBe('Look.')
    expect(quoted).toBe('')
    expect(forwarded?.from).toBe('Eve <eve@example.net>')
    expect(forwarded?.text).toMatch(/^-+ Forwarded message -+\nFrom: Eve[\s\S]*\nPay\.\n\nOn Mon[\s\S]*\n> How much\?$/)
  })

  test('an answer to what was passed on is an answer', async () => {
    const body = `Fine.\n\n${introduction}\n> ---------- Forwarded message ---------\n> From: Eve <eve@example.net>\n> Subject: Roof\n>\n> Pay.\n`
    const { text, forwarded } = await reply(body, 'Re: Fwd: Roof')
    expect(text).toBe('Fine.')
    expect(forwarded).toBeUndefined()
  })

  test('the head of a mail without a sign of an answer is somebody else’s mail', async () => {
    const body = 'Look.\n\nFrom: Eve <eve@example.net>\nSent: Monday\nTo: Bob\nSubject: Roof\n\nPay.\n'
    const source = makeMail({ subject: 'Roof', type: plain, body, isReply: false })
    expect(await readMail(source)).toMatchObject({ text: 'Look.', forwarded: { from: 'Eve <eve@example.net>' } })
  })
})

test('a text beyond what is looked through belongs to what it follows', async () => {
  const long = 'word word word word\n'.repeat(6000)
  const own = await reply(`Yes.\n${long}`)
  expect(own.text).toHaveLength(`Yes.\n${long}`.length - 1)
  const answered = await reply(`Yes.\n\n${introduction}\n${long.replace(/^/gm, '> ').slice(0, 119_000)}`)
  expect(answered.text).toBe('Yes.')
  expect(answered.quoted.length).toBeGreaterThan(100_000)
})
