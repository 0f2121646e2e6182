/** Where the signature begins in what somebody wrote; the length of it where there is none. */
export function signatureIn(lines: string[]): number {
  const delimited = delimiterIn(lines)
  return mobileIn(lines.slice(0, delimited))
}

/** Below the two dashes and the space that people agree on stand some lines; a text that goes on is no signature. */
const MOST_LINES = 20
/** Without the space, which gets lost on the way, they may as well divide a text. */
const FEW_LINES = 8
const SHORT = 80

function delimiterIn(lines: string[]): number {
  const at = lines.findLastIndex((line) => /^--[ \u00a0]?$/.test(line))
  if (at < 0) return lines.length
  const below = lines.slice(at + 1).filter((line) => line.trim() !== '')
  const isBare = lines[at] === '--'
  const isShort = below.length <= FEW_LINES && below.every((line) => line.length <= SHORT)
  const isApart = at === 0 || lines[at - 1]?.trim() === ''
  return (isBare ? isShort && isApart : below.length <= MOST_LINES) ? at : lines.length
}

function mobileIn(lines: string[]): number {
  let from = lines.length
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]?.trim() ?? ''
    if (line === '' || /^_{5,}$|^-{3,}$/.test(line)) continue
    if (!isMobile(line)) break
    from = at
  }
  // What separates it from the words belongs to it.
  while (from < lines.length && from > 0 && /^[-_—]*$/.test(lines[from - 1]?.trim() ?? '')) from--
  return from
}

/** What a device or an app writes below every mail. */
export function isMobile(line: string): boolean {
  if (line.length > 160) return false
  const text = line.replace(/[<(]?https?:\/\/\S+[>)]?/g, '').trim()
  return mobile.some((pattern) => pattern.test(text))
}

const device =
  '(iphone|ipad|ipod|android|smartphone|handy|mobil\\p{L}*|mobiel\\p{L}*|móvil|celular|cellulare|téléphone|telefon\\p{L}*|telefono|galaxy|samsung|huawei|xiaomi|redmi|oneplus|pixel|blackberry|windows|outlook|yahoo|gmail|gmx|web\\.de|proton ?mail|protonmail|k-9|thunderbird|spark|fairemail|tutanota|mailspring|mac|apple|nokia|sony|lg|htc|motorola|phone|mail\\.ru|яндекс|yandex|superhuman|mailbird|edison|newton|canary|airmail|bluemail|shortwave|missive|zoho|fastmail|aol|telstra|verizon|t-mobile)'

const mobile = [
  // EN
  `^(sent|get) (from|with|via|using|by) (my )?.{0,30}${device}.{0,60}$`,
  '^get outlook for (ios|android|mac).{0,20}$',
  '^sent from (outlook|mail|yahoo).{0,60}$',
  '^(virus-free|virenfrei)\\..{0,60}$',
  // DE
  `^(diese nachricht wurde )?(von|vom|aus|mit) .{0,30}${device}.{0,50} (gesendet|verschickt|geschickt)\\.?$`,
  `^gesendet (von|mit|über|aus|vom) .{0,30}${device}.{0,60}$`,
  '^(hol dir )?outlook für (ios|android).{0,30}$',
  '^diese nachricht wurde von meinem .{0,60} gesendet\\.?$',
  // FR
  `^envoyé (de|depuis|avec|à partir de|via) .{0,30}${device}.{0,60}$`,
  '^(télécharger|téléchargez|obtenez|obtenir) outlook pour (ios|android).{0,20}$',
  // NL
  `^(verzonden|verstuurd) (vanaf|met|via|van) .{0,30}${device}.{0,60}$`,
  '^outlook voor (ios|android) downloaden.{0,20}$',
  // ES, PT
  `^enviad[oa] (desde|con|do|de|a partir do|pelo|com|por|via|no) .{0,30}${device}.{0,60}$`,
  '^(obtener|obter|obtenha) (o )?outlook para (ios|android).{0,20}$',
  // IT
  `^inviato (da|dal|dall[’']|con|tramite) ?.{0,30}${device}.{0,60}$`,
  '^(ottieni|scarica) outlook per (ios|android).{0,20}$',
  // SV, DA, NO
  `^(skickat|sendt) (från|fra|via|med) .{0,30}${device}.{0,60}$`,
  '^(hämta|hent|skaffa|få) outlook (för|til|for) (ios|android).{0,20}$',
  // FI
  `^lähetetty .{0,30}${device}.{0,30}$`,
  `^lähetetty .{0,60}(iphonesta|ipadista|puhelimesta|androidista)$`,
  // PL
  `^wysłan[eoy] (z|za pomocą|przez|ze) .{0,30}${device}.{0,60}$`,
  '^pobierz (program )?outlook dla .{0,40}$',
  // CS, SK, HU, RO
  `^odesláno z .{0,30}${device}.{0,40}$`,
  `^odoslané z .{0,30}${device}.{0,40}$`,
  `^.{0,30}${device}.{0,10} (küldve|készülékről küldve|elküldve)\\.?$`,
  `^trimis (de pe|din|cu) .{0,30}${device}.{0,40}$`,
  // RU, UK
  `^(отправлено|послано|надіслано) (с|из|со|з) .{0,30}(${device}|iphone|телефона|почты|смартфона).{0,60}$`,
  '^скачайте outlook для (ios|android).{0,20}$',
  // TR
  `^.{0,30}${device}.{0,20} gönderildi\\.?$`,
  '^(ios|android) için outlook.{0,20}$',
  // EL
  `^στάλθηκε από .{0,30}${device}.{0,40}$`,
  // JA, ZH, KO
  `^.{0,20}(iphone|ipad|android|スマートフォン|ソフトバンク|ドコモ|au|yahoo!?メール).{0,20}から送信$`,
  '^(发自|發自|从|從|寄自)我?的? ?.{0,40}(iphone|ipad|手机|手機|android|邮箱|郵箱|小米|华为|outlook|163|qq).{0,40}$',
  '^(获取|取得|下载) ?(适用于 ?(ios|android) ?的 ?outlook|outlook for (ios|android)).{0,20}$',
  '^(나의|내) .{0,20}에서 (보냄|전송)$',
  // HE, AR, VI, ID
  `^נשלח מ.{0,30}${device}.{0,30}$`,
  `^أُ?رسلت? من .{0,30}${device}.{0,30}$`,
  `^(đã gửi|được gửi) từ .{0,30}${device}.{0,30}$`,
  `^dikirim dari .{0,30}${device}.{0,30}$`,
].map((source) => new RegExp(source, 'iu'))
