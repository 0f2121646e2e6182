import { type Language, languages } from './languages.ts'
import { divs, escape, html, makeMail, plain, quote, type Reply, wrap } from './reply.ts'

type Client = (own: string, language: Language) => { type: string; body: string }

/** The head that Outlook writes above what it quotes, in plain text. */
function head({ outlook: [from, sent, to, subject], sentOn }: Language): string {
  return [
    `${from}: Ana Silva <ana.silva@example.org>`,
    `${sent}: ${sentOn}`,
    `${to}: Bob Bauer <bob@example.com>`,
    `${subject}: Dach`,
  ].join('\n')
}

function boldHead({ outlook: [from, sent, to, subject], sentOn }: Language): string {
  return [
    `<b>${from}:</b> Ana Silva &lt;ana.silva@example.org&gt;`,
    `<b>${sent}:</b> ${sentOn}`,
    `<b>${to}:</b> Bob Bauer &lt;bob@example.com&gt;`,
    `<b>${subject}:</b> Dach`,
  ].join('<br>\n')
}

/** How each mail client writes an answer; the names are theirs. */
const clients: Record<string, Client> = {
  'Gmail, plain': (own, { gmail, asked }) => ({
    type: 'text/plain; charset="UTF-8"',
    body: `${own}\n\n${wrap(gmail)}\n\n${quote(asked)}\n>\n`,
  }),
  'Gmail, HTML': (own, { gmail, asked }) => ({
    type: html,
    body: `<div dir="ltr">${divs(own)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escape(gmail)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">${divs(asked)}</div>\n</blockquote></div>\n`,
  }),
  'Apple Mail, plain': (own, { apple, asked }) => ({
    type: plain,
    body: `${own}\n\n\n> ${apple}\n> \n${quote(asked)}\n`,
  }),
  'Apple Mail, HTML': (own, { apple, asked }) => ({
    type: html,
    body: `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">${divs(own)}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>${escape(apple)}</div><br class="Apple-interchange-newline"><div><div>${divs(asked)}</div></div></blockquote></div><br></body></html>`,
  }),
  'iPhone, plain': (own, { apple, asked, mobile }) => ({
    type: plain,
    body: `${own}\n\n${mobile}\n\n> ${apple}\n> \n> ${asked.replace('\n', '\n> ')}\n`,
  }),
  'Outlook for Windows, plain': (own, language) => ({
    type: plain,
    body: `${own}\n\n-----${language.original}-----\n${head(language)}\n\n${language.asked}\n`,
  }),
  'Outlook for Windows, HTML': (own, language) => ({
    type: html,
    body: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt;} --></style></head><body lang=DE link="#0563C1"><div class=WordSection1>${divs(own, '<p class=MsoNormal>', '<o:p>&nbsp;</o:p>')}<p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>${boldHead(language)}<o:p></o:p></p></div></div><p class=MsoNormal><o:p>&nbsp;</o:p></p>${divs(language.asked, '<p class=MsoNormal>')}</div></body></html>`,
  }),
  'Outlook on the web': (own, language) => ({
    type: html,
    body: `<html><head><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head><body dir="ltr">${divs(own, '<div class="elementToProof" style="font-family: Aptos; font-size: 12pt; color: rgb(0, 0, 0);">')}<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">${boldHead(language)}</font><div>&nbsp;</div></div><div dir="ltr">${divs(language.asked)}</div></body></html>`,
  }),
  'Thunderbird, plain': (own, { thunderbird, asked }) => ({
    type: 'text/plain; charset=UTF-8; format=flowed',
    body: `${flow(own)}\n\n${thunderbird}\n${quote(asked)}\n`,
  }),
  'Thunderbird, HTML': (own, { thunderbird, asked }) => ({
    type: html,
    body: `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body>${own
      .split('\n\n')
      .map((paragraph) => `<p>${escape(paragraph).replaceAll('\n', '<br>\n')}</p>`)
      .join(
        '\n',
      )}<div class="moz-cite-prefix">${escape(thunderbird)}<br></div><blockquote type="cite" cite="mid:a.1@example.org">${divs(asked, '<p>')}</blockquote><br></body></html>`,
  }),
}

/** As a client that flows its lines wraps them; the last space of each says that it goes on. */
function flow(text: string): string {
  return wrap(text, 40).replace(/\n/g, (_, at: number, all: string) =>
    text.includes(`${all.slice(0, at).split('\n').at(-1)} `) ? ' \n' : '\n',
  )
}

/** Every client in every language, each with another of the answers. */
export const replies: Reply[] = languages.flatMap((language, row) =>
  Object.entries(clients).map(([client, write], column) => {
    const own = language.answers[(row + column) % 3] ?? ''
    const { type, body } = write(own, language)
    const subject = `${language.reply}: Dach`
    return { name: `${client}, ${language.code}`, source: makeMail({ subject, type, body }), own }
  }),
)
