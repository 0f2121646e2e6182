import { expect, test } from 'vitest'
import { automaticReason } from '../../../../src/channels/email/authority/automatic-mail.ts'
import { readHeaders } from '../../../../src/channels/email/authority/headers.ts'
import { bytesOf, post } from './post.ts'

const own = { addresses: ['skein@home.example', 'bot@work.example'], loopMark: '0123456789abcdef' }

function kindOf(...headers: string[]) {
  const replaced = headers.map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
  const mail = post('Ana <ana@example.org>')
  const kept = mail.headers.filter((line) => !replaced.includes(line.slice(0, line.indexOf(':')).toLowerCase()))
  return automaticReason(readHeaders(bytesOf({ headers: [...headers, ...kept], body: '' })), own)?.kind
}

test.each([
  'X-Skein-Loop: 0123456789abcdef',
  'From: Skein <skein@home.example>',
  'From: SKEIN@Home.Example',
  'From: skein+0123456789abcdef01234567@home.example',
  'From: bot+sent@work.example',
  'Sender: skein@home.example',
  'Reply-To: Skein <skein+x@home.example>',
  'X-Loop: skein@home.example',
])('own: %s', (line) => expect(kindOf(line)).toBe('own'))

test.each([
  'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
  'Content-Type: multipart/report;\r\n boundary="x"; report-type="delivery-status"',
  'Return-Path: <>',
  'Return-Path: < >',
  'X-Failed-Recipients: ana@example.org',
  'From: Mail Delivery System <MAILER-DAEMON@mx.example.org>',
  'From: postmaster@example.org',
])('bounce: %s', (line) => expect(kindOf(line)).toBe('bounce'))

test.each([
  'List-Id: Talk <talk.lists.example>',
  'List-Unsubscribe: <mailto:x@lists.example>',
  'List-Post: NO',
  'Mailing-List: contact x',
  'X-BeenThere: talk@lists.example',
  'Precedence: list',
])('list: %s', (line) => expect(kindOf(line)).toBe('list'))

test.each([
  'Auto-Submitted: auto-replied',
  'Auto-Submitted: (vacation) Auto-Generated; owner-email="x"',
  'Auto-Submitted: auto-notified',
  'Auto-Submitted: yes',
  'Precedence: bulk',
  'Precedence: Auto_Reply',
  'Precedence: junk',
  'X-Auto-Response-Suppress: OOF, AutoReply',
  'X-Auto-Response-Suppress: All',
  'X-Auto-Response-Suppress: DR, RN, NRN',
  'X-Autoreply: yes',
  'X-Autorespond: out',
  'X-Autoresponder: yes',
  'Feedback-ID: 1:news:x',
  'X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent',
  'Content-Type: multipart/report; report-type=disposition-notification; boundary=x',
  'Content-Type: multipart/report; report-type=feedback-report; boundary=x',
  'Content-Type: text/calendar; method=REPLY; charset=utf-8',
  'Content-class: urn:content-classes:calendarmessage',
  'From: No Reply <no-reply@shop.example>',
  'From: noreply+x@shop.example',
  'From: do_not_reply@shop.example',
  'From: bounces-1234@shop.example',
  'Subject: Automatic reply: The heating',
  'Subject: Abwesenheitsnotiz: Heizung',
  'Subject: Réponse automatique : Chauffage',
  'X-Skein-Loop: fedcba9876543210',
  'X-Skein-Outbox: 0123456789abcdef0123',
])('automatic: %s', (line) => expect(kindOf(line)).toBe('automatic'))

test('an answer of a machine without a sender is no bounce', () => {
  expect(kindOf('Return-Path: <>', 'Auto-Submitted: auto-replied')).toBe('automatic')
  expect(kindOf('Return-Path: <>', 'Content-Type: multipart/report; report-type=disposition-notification')).toBe(
    'automatic',
  )
})

test.each([
  'Auto-Submitted: no',
  'Auto-Submitted: No (a person wrote it)',
  'Precedence: first-class',
  'X-Auto-Response-Suppress: None',
  'Return-Path: <ana@example.org>',
  'From: Reply Nora <nora.reply@example.org>',
  'From: Skein Fan <notskein@home.example>',
  'From: skein@home.example.evil.com',
  'Subject: Re: Automatic reply: The heating',
  'Subject: Out of office chairs',
  'Content-Type: multipart/mixed; boundary=report',
  'Content-Type: multipart/alternative; boundary="text/calendar"',
  'X-Loop: somebody@else.example',
])('a person may have written: %s', (line) => expect(kindOf(line)).toBeUndefined())
