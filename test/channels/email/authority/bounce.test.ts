import { describe, expect, test } from 'vitest'
import { readBounce } from '../../../../src/channels/email/authority/bounce.ts'
import { outboxMark, ownMessageId, threadToken } from '../../../../src/channels/email/threads/message-ids.ts'

const token = threadToken('seed', 'skein@home.example', '<one@mail.example>')
const id = ownMessageId(token, 'answer 1', 'skein@home.example')
const mark = outboxMark('answer 1')

const ours = [
  'From: Skein <skein@home.example>',
  'To: nobody@example.org',
  'Subject: Re: The heating',
  `Message-ID: ${id}`,
  `X-Skein-Outbox: ${mark}`,
]

/** As Postfix writes it. */
function report(fields: string[], { returned = ours, type = 'message/rfc822' } = {}): Buffer {
  const boundary = '4XyzAB1.1794830000/mail.home.example'
  const part = (kind: string, lines: string[]) => [`--${boundary}`, `Content-Type: ${kind}`, '', ...lines, '']
  return Buffer.from(
    [
      'Return-Path: <>',
      'From: MAILER-DAEMON@mail.home.example (Mail Delivery System)',
      'To: skein@home.example',
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      `Content-Type: multipart/report; report-type=delivery-status;\r\n\tboundary="${boundary}"`,
      '',
      'This is a MIME-encapsulated message.',
      '',
      ...part('text/plain; charset=us-ascii', ['This is the mail system at host mail.home.example.', '', "I'm sorry."]),
      ...part('message/delivery-status', [
        'Reporting-MTA: dns; mail.home.example',
        'X-Postfix-Queue-ID: 4XyzAB1',
        '',
        ...fields,
      ]),
      ...part(type, [...returned, '', 'It is on.']),
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  )
}

const failed = [
  'Final-Recipient: rfc822; nobody@example.org',
  'Original-Recipient: rfc822;nobody@example.org',
  'Action: failed',
  'Status: 5.1.1',
  'Remote-MTA: dns; mx.example.org',
  'Diagnostic-Code: smtp; 550 5.1.1 <nobody@example.org>: Recipient address\r\n    rejected: User unknown',
]

describe('a report', () => {
  test('repeats the code of a long answer only once', async () => {
    const answer = [
      'Diagnostic-Code: smtp; 550-5.1.1 The account that you tried to reach does not exist. Please',
      '    550-5.1.1 check the address for typing errors. Learn more at',
      '    550 5.1.1 https://mail.example/NoSuchUser',
    ].join('\r\n')
    const told = await readBounce(report([...failed.slice(0, -1), answer]))
    expect(told?.reason).toBe(
      '550-5.1.1 The account that you tried to reach does not exist. Please check the address for typing errors. Learn more at https://mail.example/NoSuchUser',
    )
  })

  test('tells which mail did not reach whom, and why', async () => {
    expect(await readBounce(report(failed))).toEqual({
      messageId: id,
      outboxMark: mark,
      recipient: 'nobody@example.org',
      action: 'failed',
      status: '5.1.1',
      reason: '550 5.1.1 <nobody@example.org>: Recipient address rejected: User unknown',
    })
  })

  test.each([
    ['delayed', 'delayed', '4.4.1'],
    ['Delivered', 'delivered', '2.0.0'],
    ['relayed', 'other', '2.0.0'],
    ['', 'failed', '5.0.0'],
  ])('Action: %s', async (said, action, status) => {
    const fields = ['Final-Recipient: rfc822; a@b.example', ...(said ? [`Action: ${said}`] : []), `Status: ${status}`]
    expect(await readBounce(report(fields))).toMatchObject({ action, status, messageId: id })
  })

  test('of several recipients, the worst counts', async () => {
    const copy = ['Final-Recipient: rfc822; skein+sent@home.example', 'Action: delivered', 'Status: 2.0.0', '']
    expect(await readBounce(report([...copy, ...failed]))).toMatchObject({
      action: 'failed',
      recipient: 'nobody@example.org',
    })
  })

  test('brings only headers back, or an id that a relay has replaced', async () => {
    expect(await readBounce(report(failed, { type: 'text/rfc822-headers' }))).toMatchObject({ messageId: id })
    const replaced = ours.map((line) => (line.startsWith('Message-ID') ? 'Message-ID: <0102@relay.example>' : line))
    expect(await readBounce(report(failed, { returned: replaced }))).toMatchObject({
      messageId: '<0102@relay.example>',
      outboxMark: mark,
    })
  })

  test('says what it says in one short line, whatever that is', async () => {
    const loud = `Diagnostic-Code: smtp; 550 ${'\u202e!stop '.repeat(200)}`
    const words = 'Final-Recipient: rfc822; Your account is closed, write to eve\u202e'
    const bounce = await readBounce(report([words, 'Action: failed', 'Status: 5.0.0', loud]))
    expect(bounce?.recipient).toBe('')
    expect(bounce?.reason.length).toBeLessThanOrEqual(300)
    expect(bounce?.reason).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})

describe('a letter of a server that writes no reports', () => {
  const letter = (...lines: string[]) =>
    Buffer.from(['From: MAILER-DAEMON@mx.example.org', 'Subject: failure notice', '', ...lines].join('\r\n'))

  test('is about the mail whose head stands in it', async () => {
    const qmail = letter(
      'Hi. This is the qmail-send program.',
      '<nobody@example.org>:',
      '550 5.1.1 No such user',
      '',
      '--- Below this line',
      ...ours,
    )
    expect(await readBounce(qmail)).toMatchObject({
      messageId: id,
      outboxMark: mark,
      action: 'failed',
      status: '5.1.1',
      reason: '550 5.1.1 No such user',
    })
  })

  test('or whose mark does, quoted or not', async () => {
    expect(await readBounce(letter('Sorry.', `> X-Skein-Outbox: ${mark}`))).toMatchObject({ outboxMark: mark })
  })

  test('of somebody else’s mail is none of ours', async () => {
    expect(await readBounce(letter('Sorry.', 'Message-ID: <other@mail.example>'))).toBeUndefined()
  })

  test('what stands in its own headers names no mail of ours: an absent person answers us, too', async () => {
    const answer = Buffer.from(`Return-Path: <>\r\nIn-Reply-To: ${id}\r\nReferences: ${id}\r\n\r\nI am away.`)
    expect(await readBounce(answer)).toBeUndefined()
  })
})

test.each([
  ['nothing', ''],
  ['an empty report', 'Content-Type: multipart/report; boundary=x\r\n\r\n--x--'],
  ['parts within parts', `${'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n'.repeat(500)}`],
  [
    'a thousand parts',
    `Content-Type: multipart/report; boundary=x\r\n\r\n${'--x\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n'.repeat(1000)}`,
  ],
  ['a megabyte of empty lines', `Content-Type: message/delivery-status\r\n\r\n${'\r\n'.repeat(500_000)}`],
  ['a megabyte of marks', `A: b\r\n\r\n${'>'.repeat(1 << 20)}`],
])('never breaks: %s', async (_what, text) => {
  await expect(readBounce(Buffer.from(text))).resolves.not.toThrow()
})
