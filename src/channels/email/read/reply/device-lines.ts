const MAX_LINE_CHARS = 100

/**
 * Whether a line is what a device or app adds below every mail: a known phrase and the name of a device, and nothing
 * else. "Sent from my desk" and "Sent from my phone because…" are the person's own words.
 */
export function isDeviceLine(line: string): boolean {
  if (line.length > MAX_LINE_CHARS * 2) return false
  const bare = line
    .replace(/[<([]?https?:\/\/[^\s<>()]*[>)\]]?/g, ' ')
    .replace(/[*_[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLocaleLowerCase('en')
  const text = bare.replace(/[.。]$/, '').trim()
  if (text.length === 0 || text.length > MAX_LINE_CHARS) return false
  return deviceLines.some((pattern) => pattern.test(text)) || phrases.some((phrase) => isPhraseAndDevice(text, phrase))
}

function isPhraseAndDevice(text: string, { before = '', after = '' }: { before?: string; after?: string }): boolean {
  if (!text.startsWith(before) || !text.endsWith(after) || text.length <= before.length + after.length) return false
  const between = text.slice(before.length, text.length - after.length).trim()
  const words = between.split(/[\s,/]+/).filter(Boolean)
  return words.length <= 8 && words.some(isDevice) && words.every(isPartOfName)
}

/** A device, a connecting word, or a model such as "S23", "4g" or "13". */
function isPartOfName(word: string): boolean {
  return isDevice(word) || joints.has(word) || /^\p{L}{0,3}\d{1,4}\p{L}{0,3}$/u.test(word)
}

/** Ignores the ending that some languages add to a foreign name. */
function isDevice(word: string): boolean {
  return devices.has(word.split(/[’']/, 1)[0] ?? '')
}

const devices = new Set(
  (
    'iphone ipad ipod ios android smartphone handy mobiltelefon mobilgerät mobile mobil mobiel mobiele mobilen móvil celular ' +
    'cellulare téléphone telefon telefoon telefono telefonu телефона смартфона galaxy samsung huawei xiaomi redmi oneplus ' +
    'pixel blackberry windows outlook yahoo gmail gmx web.de proton protonmail k-9 thunderbird spark fairemail tutanota tuta ' +
    'mailspring mac apple nokia sony lg htc motorola phone cell mail.ru yandex яндекс superhuman mailbird edison newton ' +
    'canary airmail bluemail shortwave missive zoho fastmail aol telstra verizon t-mobile tapatalk mailbox honor vivo oppo ' +
    'iphonesta ipadista puhelimesta androidista iphonomról iphone-ról ' +
    'android-gerät android-mobiltelefon android-smartphone'
  ).split(' '),
)

const joints = new Set(
  (
    'my mail app email e-mail for on with the a an using secure encrypted sicherer device tablet wireless network lte 4g 5g pro max ' +
    'plus ultra mini note edge fold flip meinem meiner mein der die das dem für mit von aus freemail mon ma mijn el la mi mio ' +
    'min mitt mojego mého môjho meu minha моего моей мого pour para per voor för til dla для desde de do da du phone service ' +
    'smartphone-app mobil-app'
  ).split(' '),
)

const phrases = [
  { before: 'sent from ' },
  { before: 'sent with ' },
  { before: 'sent via ' },
  { before: 'sent using ' },
  { before: 'sent by ' },
  { before: 'get ' },
  { before: 'gesendet von ' },
  { before: 'gesendet mit ' },
  { before: 'gesendet über ' },
  { before: 'gesendet aus ' },
  { before: 'gesendet vom ' },
  { before: 'von ', after: ' gesendet' },
  { before: 'vom ', after: ' gesendet' },
  { before: 'mit ', after: ' gesendet' },
  { before: 'von ', after: ' verschickt' },
  { before: 'diese nachricht wurde von ', after: ' gesendet' },
  { before: 'diese nachricht wurde mit ', after: ' gesendet' },
  { before: 'hol dir ' },
  { before: 'envoyé de ' },
  { before: 'envoyé depuis ' },
  { before: 'envoyé avec ' },
  { before: 'envoyé à partir de ' },
  { before: 'envoyé via ' },
  { before: 'télécharger ' },
  { before: 'téléchargez ' },
  { before: 'obtenez ' },
  { before: 'verzonden vanaf ' },
  { before: 'verzonden met ' },
  { before: 'verzonden via ' },
  { before: 'verzonden van ' },
  { before: 'verstuurd vanaf ' },
  { before: 'verstuurd met ' },
  { after: ' downloaden' },
  { before: 'enviado desde ' },
  { before: 'enviado con ' },
  { before: 'enviado do ' },
  { before: 'enviado de ' },
  { before: 'enviado a partir do ' },
  { before: 'enviado pelo ' },
  { before: 'enviado com ' },
  { before: 'enviado por ' },
  { before: 'enviado via ' },
  { before: 'enviada do ' },
  { before: 'obtener ' },
  { before: 'obter o ' },
  { before: 'inviato da ' },
  { before: 'inviato dal ' },
  { before: 'inviato con ' },
  { before: 'inviato tramite ' },
  { before: 'ottieni ' },
  { before: 'scarica ' },
  { before: 'skickat från ' },
  { before: 'skickat med ' },
  { before: 'skickat via ' },
  { before: 'sendt fra ' },
  { before: 'sendt via ' },
  { before: 'sendt med ' },
  { before: 'hämta ' },
  { before: 'hent ' },
  { before: 'lähetetty ' },
  { before: 'wysłane z ' },
  { before: 'wysłano z ' },
  { before: 'wysłane za pomocą ' },
  { before: 'pobierz ' },
  { before: 'odesláno z ' },
  { before: 'odoslané z ' },
  { after: ' küldve' },
  { before: 'trimis de pe ' },
  { before: 'trimis din ' },
  { before: 'отправлено с ' },
  { before: 'отправлено из ' },
  { before: 'надіслано з ' },
  { before: 'скачайте ' },
  { after: ' gönderildi' },
  { before: 'στάλθηκε από το ' },
  { before: 'נשלח מה' },
  { before: 'נשלח מ' },
  { before: 'đã gửi từ ' },
  { before: 'dikirim dari ' },
]

/** Phrases that allow nothing but the name. */
const deviceLines = [
  /^(?:virus-free|virenfrei)\. ?(?:www\.[a-z.]{3,40})?$/,
  /^inviato dall[’'] ?(?:mio )?(?:iphone|ipad|android|smartphone|app)(?: [a-z0-9 ]{1,20})?$/,
  /^(?:(?:ドコモ|ソフトバンク|au)の ?)?(?:iphone|ipad|android|スマートフォン|yahoo!?メール)(?: ?(?:端末|アプリ))?から送信$/,
  /^(?:发自|發自|来自|寄自)(?:我的 ?)?[a-z0-9 ]{0,20}(?:iphone|ipad|手机|手機|android|邮箱|郵箱|邮箱大师|邮箱客户端|qq邮箱|小米手机|华为手机|outlook)$/,
  /^(?:从|從)我的 ?(?:iphone|ipad|手机|手機|android|小米手机|华为手机)(?:上)?(?:发送|發送|传送|傳送)$/,
  /^(?:获取|取得|下载) ?(?:适用于 ?(?:ios|android) ?的 ?outlook|outlook for (?:ios|android))$/,
  /^(?:나의|내) ?(?:iphone|ipad|android|갤럭시|galaxy|휴대폰)?[a-z0-9 ]{0,20}에서 (?:보냄|전송)$/,
  /^أُ?رسلت? من (?:ال)?(?:iphone|ipad|android|هاتفي|جهازي)(?: الخاص بي)?$/,
  /^(?:outlook|ios|android) (?:için outlook|für (?:ios|android))(?:'u edinin)?$/,
]
