import { isAddressed } from '../../src/channels/talk/receive/addressing.ts'
import { splitMarkdown } from '../../src/channels/talk/send/markdown-splitter.ts'
import { withAssignment } from '../../src/config/toml-edit.ts'
import { looksLikeDate, looksLikeNumber, looksLikeYesNo, plainAnswer } from '../../src/gateway/choosing/answer-kinds.ts'
import { isSmallTalk } from '../../src/gateway/choosing/small-talk.ts'
import { patternsFor } from '../../src/gateway/choosing/words/languages.ts'
import { referredKinds } from '../../src/gateway/layers/background-references.ts'
import { verbatim } from '../../src/gateway/rendering/verbatim.ts'
import { createScrubber } from '../../src/lib/text/secrets.ts'
import { understand } from '../../src/scheduler/phrases/understand.ts'
import { findCronProblem } from '../../src/scheduler/times/cron-problem.ts'
import { colourCode } from '../../src/web/page/text/code-colours.ts'

const inFiveLanguages = [
  'Thanks Ana, how many days did we talk about the report tomorrow at nine?',
  'Danke Ana, wie viele Tage haben wir morgen um neun über den Bericht gesprochen?',
  'Merci Ana, combien de jours avons-nous parlé du rapport demain à neuf heures ?',
  'Gracias Ana, ¿cuántos días hablamos del informe mañana a las nueve?',
  '谢谢安娜，明天九点我们谈了几天报告？',
]

/**
 * Runs whatever builds a pattern while it works, so that scripts/check-patterns.mjs sees the pattern. It names the places
 * that no example has reached; add one here.
 */
export function runPatternExamples(): void {
  for (const text of inFiveLanguages) {
    patternsFor(text)
    referredKinds(text)
    understand(text, { now: new Date('2026-03-01T12:00:00Z'), timezone: 'Europe/Berlin' })
    looksLikeDate(text)
    looksLikeNumber(text)
    looksLikeYesNo(text)
  }
  looksLikeDate('tomorrow')
  isSmallTalk('Thanks Ana')
  plainAnswer('yes')
  plainAnswer('no')
  colourCode('typescript', 'const a = 1')
  findCronProblem('0 9 * * *')
  verbatim('abcd', 'abcd1234')
  const scrubber = createScrubber()
  scrubber.add('s3cret-w0rd')
  scrubber.scrub('a s3cret-w0rd')
  const me = { id: 'skein', name: 'Skein' }
  isAddressed(
    { message: '@skein hello' },
    { text: '@skein hello', mentions: [], files: [] },
    { me, mode: 'mention', atAll: true, isCommand: () => false },
  )
  withAssignment('config.toml', '[talk]\nurl = "https://a"\n', {
    table: ['talk'],
    replaces: ['url'],
    set: { key: 'url', value: 'https://b' },
  })
  withAssignment('config.toml', '[talk.rooms]\n', {
    table: ['talk', 'rooms'],
    replaces: [],
    set: { key: 'a', value: 'b' },
  })
  splitMarkdown(`- a list\n\n  \`\`\`\n${'  some code\n'.repeat(40)}  \`\`\`\n`, 100)
}
