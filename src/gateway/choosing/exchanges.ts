import type { AdjacentLines } from '../history-source.ts'
import type { PastMessage } from '../past.ts'

/** The lines that a message needs to be understood. */
export interface ExchangeLines {
  /** The question or request that it answers. */
  question: PastMessage | undefined
  /** The answer that it got. */
  answer: PastMessage | undefined
}

/** An answer comes right after what it answers: ours after a message to us, another person's after a question. */
export function exchangeOf(message: PastMessage, { before, after }: AdjacentLines): ExchangeLines {
  return {
    question: before && isAnswer(before, message) ? before : undefined,
    answer: after && isAnswer(message, after) ? after : undefined,
  }
}

function isAnswer(question: PastMessage, answer: PastMessage): boolean {
  if (answer.author === 'bot') return question.author === 'human'
  return isQuestion(question.text) && (question.author !== answer.author || question.name !== answer.name)
}

/** Whether somebody asked us for something in this message, if we wrote the line after it. */
export function asksForSomething({ author, text }: PastMessage): boolean {
  return author === 'human' && (isQuestion(text) || isRequest(text))
}

/** A question ends with its mark; only an emoji or a quotation mark may follow. */
function isQuestion(text: string): boolean {
  return /[?？؟]/.test(text.slice(-40))
}

/** The beginning of a long message says whether it is a request. */
const READ_CHARS = 200

function isRequest(text: string): boolean {
  const start = text.slice(0, READ_CHARS).toLowerCase().replaceAll('’', "'")
  const first = start.match(/\p{L}[\p{L}']*/u)?.[0] ?? ''
  return requestVerbs.has(first) || requestPhrases.some((phrase) => start.includes(phrase))
}

/** Verbs that begin a request, in English, German, French and Spanish. */
const requestVerbs = new Set(
  [
    `add answer ask book buy calculate call cancel change check compare continue convert copy correct count create
     delete describe do draft explain find fix forget forward generate get give help ignore keep list look make move note
     open order pay plan play prepare put read recommend remember remind remove reply rewrite run save schedule search send
     set show sort start stop suggest summarise summarize take tell transfer translate turn update use write`,
    `beschreib beschreibe beantworte buch buche denk erinnere erklär erkläre erstell erstelle erzähl erzähle füge gib hilf
     kauf kaufe lies lösch lösche mach mache merk nenn nenne ordne plane prüf prüfe rechne ruf sag sage schick schicke
     schlag schreib schreibe sortiere speicher speichere stell stelle such suche trag trage übersetz übersetze vergiss
     vergleich vergleiche verschieb verschiebe zeig zeige ändere`,
    `ajoute aide aidez achète appelle cherche corrige compare crée dis dites donne donnez écris écrivez efface envoie
     envoyez explique fais faites lis liste mets montre note oublie planifie prépare propose raconte rappelle rappelez
     recommande réserve supprime traduis traduisez trie trouve vérifie`,
    `añade anota apunta ayuda ayúdame borra busca calcula cambia compara compra corrige crea cuenta cuéntame da dame di
     dime elimina encuentra envía escribe explica explícame guarda haz lee llama manda muestra muéstrame olvida ordena pon
     prepara propón recomienda recomiéndame recuerda recuérdame reserva revisa sugiere traduce`,
  ].flatMap((verbs) => verbs.trim().split(/\s+/)),
)

const requestPhrases = [
  'can you ',
  'could you ',
  'would you ',
  'will you ',
  'please',
  'i want you to ',
  'i need you to ',
  'from now on',
  'bitte',
  'kannst du',
  'könntest du',
  'können sie',
  'ab jetzt',
  "s'il te plaît",
  "s'il vous plaît",
  'peux-tu',
  'pourrais-tu',
  'por favor',
  'puedes ',
  'podrías ',
  '请',
  '帮我',
  '给我',
  '告诉我',
  '提醒我',
]
