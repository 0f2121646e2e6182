import { addressesIn } from '../../src/channels/email/authority/addresses.ts'
import { toParts as toMailParts } from '../../src/channels/email/outbound.ts'
import { describeCalendar } from '../../src/channels/email/read/calendar.ts'
import { readSheet } from '../../src/channels/email/read/html/css.ts'
import { plainLines } from '../../src/channels/email/read/mail-lines.ts'
import { readMail } from '../../src/channels/email/read/read-mail.ts'
import { createKnownWords } from '../../src/channels/email/read/reply/known-words.ts'
import { splitReply } from '../../src/channels/email/read/reply/reply-splitter.ts'
import { subjectKind } from '../../src/channels/email/read/reply/subject-kind.ts'
import { pageLines } from '../../src/channels/email/read/visible-lines.ts'
import { bareSubject } from '../../src/channels/email/send/header-text.ts'
import { renderHtml } from '../../src/channels/email/send/mail-html.ts'
import { toParts as toTalkParts } from '../../src/channels/talk/outbound.ts'
import { withoutMention } from '../../src/channels/talk/receive/addressing.ts'
import { defuseMentions, toDialect } from '../../src/channels/talk/send/markdown-dialect.ts'
import { toParts as toTelegramParts } from '../../src/channels/telegram/outbound.ts'
import { decideContinuation } from '../../src/gateway/choosing/continuation.ts'
import { createPassages } from '../../src/gateway/choosing/passages.ts'
import { findQuestion, isAnswerTo } from '../../src/gateway/choosing/pending-question.ts'
import { isSmallTalk } from '../../src/gateway/choosing/small-talk.ts'
import { referredKinds } from '../../src/gateway/layers/background-references.ts'
import { findTimeSpans } from '../../src/gateway/recall/time-words.ts'
import { stripOwnTags } from '../../src/gateway/rendering/fence.ts'
import { verbatimLines } from '../../src/gateway/rendering/verbatim.ts'
import { estimateTokens } from '../../src/gateway/tokens.ts'
import { parseMarkdown } from '../../src/lib/markdown.ts'
import { plainText } from '../../src/lib/plain-text.ts'
import { diffLines } from '../../src/lib/text/line-diff.ts'
import { safeName } from '../../src/lib/text/safe-name.ts'
import { createScrubber, withoutCredentials } from '../../src/lib/text/secrets.ts'
import { splitText, truncate } from '../../src/lib/text/text.ts'
import { visible } from '../../src/lib/text/visible.ts'
import { createQuestionReader, createWordReader } from '../../src/lib/text/words.ts'
import { extractSummary } from '../../src/memory/extract-summary.ts'
import { sentencesOf } from '../../src/memory/sentence-splitter.ts'
import { checkSummary, parseSummary } from '../../src/memory/summary-format.ts'
import { understand } from '../../src/scheduler/phrases/understand.ts'
import { readAgenda } from '../../src/scheduler/sources/calendar/agenda.ts'
import { summaryItems } from '../../src/scheduler/sources/conversations.ts'
import { readJsonFeed } from '../../src/scheduler/sources/feed/feed.ts'
import { readXmlFeed } from '../../src/scheduler/sources/feed/xml-feed.ts'
import { findCronProblem } from '../../src/scheduler/times/cron-problem.ts'
import { findOverflow } from '../../src/spawner/native/providers/failures/overflow.ts'
import { pageText } from '../../src/spawner/native/tools/fetch-page.ts'
import { commandEffect, editEffect } from '../../src/tasks/permissions/action-effect.ts'
import { covers } from '../../src/tasks/permissions/tool-rules.ts'
import { excerpt } from '../../src/tasks/recall/message-reader.ts'
import { readTypedQuery } from '../../src/tasks/recall/typed-query.ts'
import { colourCode } from '../../src/web/page/text/code-colours.ts'

const now = new Date('2026-03-01T12:00:00Z')
const timezone = 'Europe/Berlin'
const pending = {
  messageId: 1,
  question: 'Tea or coffee?',
  expects: 'choice' as const,
  choices: ['Tea', 'coffee'],
  askedAt: now,
  expiresAt: new Date(now.getTime() + 3_600_000),
}

function scrub(text: string): string {
  const scrubber = createScrubber()
  for (const secret of ['s3cret-w0rd', 'aaaaaaaaaaaab', '((((((((((((x']) scrubber.add(secret)
  return scrubber.scrub(text)
}

const mailOf = (head: string, text: string) =>
  Buffer.from(`From: a@example.org\r\nTo: b@example.org\r\n${head}\r\n\r\n${text.replaceAll('\n', '\r\n')}`)

/** Everything that reads or rewrites text which somebody else wrote, by the name that a failure is told with. */
export const readers: Record<string, (text: string) => unknown> = {
  'Markdown, parsed': parseMarkdown,
  'Markdown as plain text': plainText,
  'an answer for Telegram': (text) => toTelegramParts(text, () => false),
  'an answer for Talk': (text) => toTalkParts(text),
  'an answer for old Talk servers': (text) => toDialect(text, 'plain'),
  'mentions in an answer for Talk': (text) => defuseMentions(text, new Set(['ana'])),
  'an answer for mail': (text) => toMailParts(text),
  'an answer for mail, drawn': (text) => renderHtml(parseMarkdown(text)),
  'our name in a room': (text) =>
    withoutMention({ message: text }, { text, mentions: [], files: [] }, { id: 'skein', name: 'Skein' }),
  'a mail': (text) => readMail(mailOf('Subject: Re: x\r\nContent-Type: text/plain; charset=utf-8', text)),
  'a mail of HTML': (text) => readMail(mailOf('Content-Type: text/html; charset=utf-8', `<p>${text}</p>`)),
  'the subject of a mail': (text) => [subjectKind(text), bareSubject(text)],
  'the addresses of a mail': addressesIn,
  'a reply and its quote': (text) =>
    splitReply(plainLines(text), {
      isReply: true,
      isForward: false,
      writer: 'Ana <ana@example.org>',
      known: createKnownWords([text]),
    }),
  'the HTML of a mail': (text) => pageLines([text]),
  'a style sheet': readSheet,
  'an invitation in a mail': describeCalendar,
  'a fetched page': (text) => pageText(text, new URL('https://example.org/')),
  'a fetched page in pre': (text) => pageText(`<pre>${text}`, new URL('https://example.org/')),
  'a feed of XML': (text) =>
    readXmlFeed(`<rss><channel><item><title>${text}</title><description>${text}</description></item>`),
  'a feed of JSON': (text) => readJsonFeed(JSON.stringify({ items: [{ title: text, content_html: text }] })),
  'a calendar': (text) =>
    readAgenda(
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260301T120000Z\nSUMMARY:${text}\nEND:VEVENT\nEND:VCALENDAR\n`,
      {
        from: now,
        until: new Date(now.getTime() + 86_400_000),
        timezone,
      },
    ),
  sentences: sentencesOf,
  'an extract': (text) =>
    extractSummary(undefined, [{ id: 1, author: 'human', name: 'Ana', text, at: now }], { maxChars: 4800, timezone }),
  'a summary': parseSummary,
  'a summary, checked': (text) => checkSummary(text, { old: text, ids: [1], maxChars: 4800 }),
  'the items of a summary': (text) => summaryItems(`## Facts\n- ${text}`),
  'small talk': isSmallTalk,
  'a question of ours': (text) => [
    findQuestion({ id: 1, text, at: now }),
    findQuestion({ id: 1, text: `${text}?`, at: now }),
  ],
  'an answer to a question of ours': (text) => isAnswerTo(pending, { text, at: now }),
  continuation: (text) =>
    decideContinuation({
      now,
      lastAt: new Date(now.getTime() - 3_600_000),
      replyTo: undefined,
      message: text,
      before: [
        { author: 'bot', text },
        { author: 'human', text },
      ],
      answers: undefined,
      isTopic: false,
      marks: { newAt: undefined, continueAt: undefined, clearedAt: undefined },
      activeMinutes: 30,
    }),
  passages: (text) => createPassages('When was the roof done?', [text])(text, 2000),
  'what is spoken of': referredKinds,
  'times in a question': (text) => findTimeSpans(text, now, timezone),
  'our own tags': stripOwnTags,
  'text between our tags': (text) => verbatimLines(text, 'abcd1234'),
  'tokens, estimated': (text) => estimateTokens(text),
  'a phrase about time': (text) => understand(text, { now, timezone }),
  'a phrase about time of the longest kind': (text) => understand(text.slice(0, 2000), { now, timezone }),
  'a cron line': findCronProblem,
  'words for search': (text) => createWordReader()(text),
  'words of a question': (text) => createQuestionReader()(text),
  'a typed query': (text) => readTypedQuery(text, createQuestionReader()),
  'an excerpt': (text) => excerpt(text, (word) => word === 'roof', 200),
  'what looks like a secret': withoutCredentials,
  'known secrets': scrub,
  'a name of a file': safeName,
  'what cannot be seen': visible,
  'text, cut': (text) => [truncate(text, 4000), splitText(text, 4000)],
  'lines, compared': (text) => diffLines(text, `${text.slice(1)}\nx`),
  'an action, shown': (text) => [commandEffect(text), editEffect('a.txt', text, `${text}x`, false)],
  'a rule with stars': (text) =>
    covers('Bash(git *a*a*a*a*b)', {
      name: 'Bash',
      action: { kind: 'command', command: `git ${text}`, network: false },
    }),
  'an error of a provider': findOverflow,
  'coloured code': (text) =>
    ['typescript', 'python', 'bash', 'json', 'html', 'css', 'sql', 'diff'].map((one) => colourCode(one, text)),
}

/** What the runs are made of, by class. */
const classes = [
  [' ', '\t', '\n', '\r', '\u00a0', '\u0000', '\u200b', '\u0301', '\ufeff'],
  [
    '>',
    '*',
    '_',
    '[',
    '(',
    '`',
    '"',
    "'",
    '?',
    '!',
    '.',
    ',',
    ':',
    '-',
    '#',
    '|',
    '/',
    '\\',
    '<',
    '&',
    '@',
    '$',
    '~',
    '=',
  ],
  ['0', 'a', 'A', '漢', '几', '。', '？', '“', '«', '😀', '👨‍👩‍👧', '🇩🇪', '\ud800', 'é', 'ا'],
  [
    '> ',
    '- ',
    '1. ',
    '* ',
    '+ ',
    '| ',
    '|-',
    '\n\n',
    ' \n',
    '\n ',
    '\t\n',
    '\n> ',
    '\n- ',
    '\n```\n',
    '\n|a|b|\n|-|-|',
    '**',
    '__',
    '~~',
    '$$',
  ],
  [
    '](',
    '[](',
    '![',
    '](x)[',
    '<a ',
    '<a href="',
    '<pre>',
    '<b>',
    '</b>',
    '<!--',
    '<meta ',
    '<div style="',
    '&amp',
    '&#',
    '<![CDATA[',
  ],
  [
    'a ',
    'a@',
    'a.',
    'a,',
    'a-',
    '@a',
    '. ',
    '? ',
    'or ',
    ' or ',
    '还是',
    '0,',
    '0 ',
    '00:',
    '1.1',
    'also ',
    'y, ',
    'und ',
    'tomorrow ',
    'every ',
  ],
  [
    'http://',
    'https://a',
    'www.',
    'eyJ-',
    'sk-a-',
    'token ',
    'password for a ',
    '-----BEGIN ',
    '://a:',
    '</message-00000000',
    'Re: ',
    'Am 1.1.',
    '\nOn 1 ',
    '\n-- \n',
  ],
]

/**
 * Long runs of one thing, between two letters that keep a pattern from matching at an edge: of each class every so many,
 * beginning with another one for each reader.
 */
export function longRuns(length: number, reader: number, every: number): string[] {
  const pieces = classes.flatMap((one) => one.filter((_, at) => at % every === reader % every))
  return pieces.map((piece) => `x${piece.repeat(Math.ceil(length / piece.length))}\u0000x`)
}
