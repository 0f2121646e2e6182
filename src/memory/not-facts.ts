import { isQuestion } from './sentence-weight.ts'

/**
 * The part of a sentence that may state a fact; undefined for orders, questions and greetings. If a statement
 * comes before a question ("my daughter turns 7 on 3 May, what should I bake?"), the statement is used.
 */
export function factIn(sentence: string): string | undefined {
  if (standing.test(sentence)) return sentence
  if (order.test(sentence)) return undefined
  if (!isQuestion(sentence)) {
    const isGreeting = greeting.test(sentence) && !aboutOneself.test(sentence) && !/\d/.test(sentence)
    return isGreeting || openQuestion.test(sentence) ? undefined : sentence
  }
  const end = Math.max(sentence.lastIndexOf(', '), sentence.lastIndexOf('，'))
  const statement = end < 0 ? '' : sentence.slice(0, end)
  return aboutOneself.test(statement) && !questionOrCondition.test(statement) ? statement : undefined
}

/** A pattern for sentences that begin with one of these, after a "please" or a "hey". */
function beginsWith(openers: string): RegExp {
  return new RegExp(`^[¡¿"'“„]?(?:(?:hey|hi|ok|so|and|und|et|y)[, ]+)?(?:${openers})`, 'iu')
}

/** An order that applies from now on, or that asks us to remember something, is still a fact. */
const standing =
  /\b(?:remember that|note that|don['’]t forget|do not forget|keep in mind|always|never|from now on|call me|merk(?:e)? dir|vergiss nicht|denk daran|immer|niemals|ab jetzt|künftig|nenn mich|retiens|souviens|n['’]oublie pas|toujours|désormais|appelle-moi|recuerda que|no olvides|siempre|nunca|a partir de ahora)\b|llámame|记住|记得我|别忘|以后|叫我/iu

const objects = 'me|us|a|an|the|this|that|these|all|some|any|my|our|your|it|up|for|in|on|out|to|\\d+'

const order = beginsWith(
  [
    `(?:write|give|tell|show|make|list|find|check|look|search|draft|create|count|play|read|open|set|turn|compare|describe|recommend|suggest|draw|book|rewrite|fix) (?:${objects})\\b`,
    '(?:translate|explain|summari[sz]e|remind|calculate|convert|generate|proofread|ignore|disregard|pretend|imagine|please|help me)\\b',
    "(?:can|could|would|will) you\\b|i (?:want|need|would like) you to\\b|i['’]d like you to\\b",
    '(?:schreib|gib|zeig|sag|mach|nenn|lies|such|find|schick|prüf|erstell|hilf)e? (?:mir|uns|mal|bitte|ein|eine|einen|den|die|das|alle|\\d+)\\b',
    '(?:übersetze?|erkläre?|erinnere? (?:mich|uns)|berechne|fasse? |vergleiche?|ignoriere?|bitte|kannst du|könntest du|würdest du|schlage? (?:mir|uns))',
    "(?:écris|donne|montre|explique|traduis|cherche|trouve|rappelle-moi|aide-moi|résume|calcule|envoie|vérifie|dis-moi|propose|fais-moi|corrige|compare|ignore|peux-tu|pourrais-tu|s[’']il te plaît|s[’']il vous plaît)(?![\\p{L}])",
    '(?:escrib[ea]|escríbeme|dame|dime|muéstrame|muestra|explica|explícame|traduce|busca|búscame|encuentra|recuérdame|ayúdame|resume|calcula|envía|revisa|sugiere|hazme|corrige|compara|ignora|puedes|podrías|por favor)(?![\\p{L}])',
    '(?:帮我|帮忙|请|给我|告诉我|提醒我|麻烦|替我|能不能|可以帮|写一|翻译|解释|查一下|算一下|推荐|忽略)',
  ].join('|'),
)

const greeting = beginsWith(
  [
    '(?:hi|hello|hey|thanks|thank you|good (?:morning|evening|night|afternoon)|happy (?:birthday|new year|easter)|merry christmas|congratulations|greetings)\\b',
    '(?:hallo|moin|servus|danke|vielen dank|guten (?:morgen|tag|abend)|gute nacht|alles gute|herzlichen glückwunsch|frohe|liebe grüße)(?![\\p{L}])',
    '(?:bonjour|bonsoir|salut|merci|bonne (?:nuit|journée|année)|joyeux|hola|buenos días|buenas|gracias|feliz)(?![\\p{L}])',
    '(?:你好|您好|早上好|晚上好|晚安|谢谢|祝|生日快乐|新年快乐)',
  ].join('|'),
)

/** A question that somebody wrote without its mark. */
const openQuestion = beginsWith(
  [
    "(?:what|where|who|which|how|why|when)(?:[’']s| is| are| was| were| do| does| did| can| should| would| will| much| many| far| long| old)\\b",
    '(?:was|wo|wer|wie|warum|wieso|wann|welche[rsn]?) (?:ist|sind|war|kostet|heißt|kann|soll|hat|haben|viel|viele|lange|weit)\\b',
  ].join('|'),
)

const questionOrCondition = beginsWith(
  '(?:if|when|what|where|who|which|how|why|do|does|did|is|are|was|should|can|could|wenn|falls|was|wo|wer|wie|warum|wann|soll|kann|ist|si|quand|que|quel|comment|cuando|qué|cómo)\\b|如果|要是|什么|怎么',
)

const aboutOneself =
  /(?<![\p{L}])(?:i|i['’]m|i['’]ve|my|we|our|ich|mein(?:e[nmrs]?)?|wir|unser(?:e[nmrs]?)?|je|j['’]ai|mon|ma|mes|nous|notre|nos|yo|mi|mis|nuestr[oa]s?|tengo|vivo)(?![\p{L}])|我|咱/iu
