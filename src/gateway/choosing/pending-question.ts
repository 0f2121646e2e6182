import { choiceAmong, looksLikeDate, looksLikeNumber, looksLikeYesNo } from './answer-kinds.ts'
import { isSmallTalk } from './small-talk.ts'
import { isQuestion, normalize } from './words/message-form.ts'

/** The kind of answer that fits a question. */
export type ExpectedAnswer = 'yes-no' | 'choice' | 'number' | 'date' | 'text'

/** Our open question in a lane. */
export interface PendingQuestion {
  messageId: number
  question: string
  expects: ExpectedAnswer
  /** The choices; empty for the other kinds. */
  choices: string[]
  askedAt: Date
  expiresAt: Date
}

/** After a day people have moved on, and a bare "yes" means something else. */
const EXPIRES_AFTER_MS = 24 * 3_600_000
const MAX_QUESTION_CHARS = 300

/** The question at the end of our answer, if there is one. */
export function findQuestion(answer: { id: number; text: string; at: Date }): PendingQuestion | undefined {
  const text = withoutCode(answer.text).trim()
  const lastSentence = text.split(/(?<=[.!?？…:])\s+|(?<=[。！？：])|\n+/u).at(-1) ?? ''
  const question = lastSentence.replace(/(?<!["”’)»*_\s])["”’)»*_\s]+$/u, '')
  if (!/[?？]$/u.test(question) || question.length > MAX_QUESTION_CHARS) return undefined
  const choices = findChoices(question, text)
  return {
    messageId: answer.id,
    question,
    expects: choices.length > 0 ? 'choice' : expectedAnswerTo(question),
    choices,
    askedAt: answer.at,
    expiresAt: new Date(answer.at.getTime() + EXPIRES_AFTER_MS),
  }
}

/** Whether a message is an answer of the kind that was asked for. */
export function isAnswerTo(pending: PendingQuestion, message: { text: string; at: Date }): boolean {
  const text = message.text.trim()
  if (message.at >= pending.expiresAt || message.at < pending.askedAt) return false
  // A counter-question or a long text is a subject of its own.
  if (text === '' || /[?？]\s*$/u.test(text) || text.length > MAX_QUESTION_CHARS) return false
  switch (pending.expects) {
    case 'yes-no':
      return looksLikeYesNo(text)
    case 'choice':
      return choiceAmong(pending.choices, text) !== undefined
    case 'number':
      return looksLikeNumber(text)
    case 'date':
      return looksLikeDate(text)
    case 'text':
      // Nearly any text can be an answer, but not thanks, a greeting or a question without its mark.
      return !looksLikeYesNo(text) && !isSmallTalk(text) && !isQuestion(normalize(text))
  }
}

function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?(?:```|$)/g, '')
}

/** "Tea, coffee or water?", or the numbered lines above a question that asks which. */
function findChoices(question: string, text: string): string[] {
  if (/^¿?(?:which|what|welche\w*|(?:le)?quel\w*|cu[aá]l\w*|qu[ée])(?!\p{L})|哪/iu.test(question)) {
    const listItems = [...text.matchAll(/^[ \t]*(?:\d+[.)]|[-*•])[ \t]+(\S.*)$/gmu)].map(
      (line) => line[1]?.trim() ?? '',
    )
    if (listItems.length > 1) return listItems
  }
  const chineseParts = splitAtJoint(question, /还是/u)
  if (chineseParts)
    return [chineseParts.before.split(/[，。]/u).at(-1) ?? '', chineseParts.behind].map((choice) => choice.trim())
  const parts = splitAtJoint(question, /(?<=\S)\s+(?:or|oder|ou|o)\s+/iu)
  if (!parts) return []
  const lastChoice = parts.behind.trim()
  // With "or not", "or so" and "or something else" it is still a yes-no question.
  if (/^(?:not|so|no|nicht|was|something|anything|pas|non|autre)\b/iu.test(lastChoice)) return []
  const lastChoiceWords = lastChoice.split(/\s+/).length
  const earlierChoices = parts.before.replace(/,$/, '').trimStart().split(/,\s+/)
  const otherChoices = earlierChoices.map((choice, index) =>
    index === 0 ? choice.split(/\s+/).slice(-lastChoiceWords).join(' ') : choice,
  )
  return [...otherChoices, lastChoice].map((choice) => choice.trim()).filter((choice) => choice !== '')
}

/** The text before and after the word that separates the choices. */
function splitAtJoint(question: string, joint: RegExp): { before: string; behind: string } | undefined {
  const match = joint.exec(question)
  if (!match) return undefined
  const before =
    question
      .slice(0, match.index)
      .split(/[:?？]/u)
      .at(-1) ?? ''
  const [behind = ''] = question.slice(match.index + match[0].length).split(/[?？]/u)
  return before.trim() === '' || behind.trim() === '' ? undefined : { before, behind }
}

const yesNoOpening =
  /^¿?(?:(?:so|and|then|also|ok(?:ay)?|well|or|but|und|alors|et|y),?\s+)*(?:te |vous |on |tu |lo |la |le )?(?:shall|should|do|does|did|is|are|was|were|am|can|could|would|will|may|might|must|have|has|had|want|need|ready|ok(?:ay)?|right|soll\w*|darf|kann\w*|möchte\w*|willst|wollen|ist|sind|hast|haben|wird|passt|est-ce|veux|voulez|peux|dois|pouvez|faut-il|puedo|puedes|quieres|quiere|debo|debería|necesitas|prefieres|est[aá]s?|hay)(?!\p{L})/iu

function expectedAnswerTo(question: string): ExpectedAnswer {
  if (
    /\b(?:how (?:many|much|old|long|far|often)|what number|wie ?viele?|wie (?:alt|lange|oft)|combien|cu[aá]nt[oa]s?)|多少|几(?![点号天时])|多久|多大/iu.test(
      question,
    )
  )
    return 'number'
  if (
    /\b(?:when|what (?:time|day|date)|which (?:day|date)|wann|um wie viel uhr|an welchem tag|quand|(?:à )?quelle heure|quel jour|cu[aá]ndo|(?:a )?qu[ée] (?:hora|d[ií]a))\b|什么时候|几[点号]|哪[天日]|何时/iu.test(
      question,
    )
  )
    return 'date'
  if (
    yesNoOpening.test(question) ||
    /\b(?:right|ok(?:ay)?|correct|yes|oder|stimmt's|no|n'est-ce pas|d'accord|vale|verdad) ?[?？]$|[吗吧][?？]$|[要好行对是]不[要好行对是]/iu.test(
      question,
    )
  )
    return 'yes-no'
  return 'text'
}
