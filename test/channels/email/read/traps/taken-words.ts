import { first, page, type Trap } from './trap.ts'

const asked = ['the tiles are from 1978', 'ask the neighbour']

/** Mails in which words of others easily pass for the sender's. Rules were made with these. */
export const takenWords: Record<string, Trap> = {
  'a quote that was wrapped without marks': {
    body: 'Fine.\n\nOn Mon, Jan 5, 2026 at 3:14 PM Ana <ana@example.org> wrote:\n> I looked at the roof again and I have to say that the tiles are from 1978 and\nmuch older than the house\n> so please ask the neighbour who did his roof last year and how much it was in\nthe end\n',
    own: ['Fine.'],
    foreign: ['much older than the house', 'the end', ...asked],
  },
  'a quote that was wrapped without marks, de': {
    subject: 'AW: Dach',
    body: 'Gut.\n\nAm 05.01.2026 um 15:14 schrieb Ana Silva:\n> Ich habe mir das Dach noch einmal angesehen und muss sagen dass die Ziegel\nsehr alt\n> sind und wir bald etwas tun müssen weil es sonst durchregnet\n',
    own: ['Gut.'],
    foreign: ['sehr alt'],
  },
  'the footer of a list below a quote': {
    body: 'Fine.\n\nOn 1/5/26 15:14, Ana wrote:\n> Shall I?\n\n_______________________________________________\nRoof mailing list\nRoof@lists.example.org\nhttps://lists.example.org/roof\n',
    own: ['Fine.'],
    foreign: ['Roof mailing list'],
  },
  'the footer of Google Groups below a quote': {
    body: 'Fine.\n\nOn Mon, Jan 5, 2026 at 3:14 PM Ana <ana@example.org> wrote:\n> Shall I?\n\n-- \nYou received this message because you are subscribed to the Google Groups "Roof" group.\nTo unsubscribe from this group and stop receiving emails from it, send an email to roof+unsubscribe@googlegroups.com.\n',
    own: ['Fine.'],
    foreign: ['You received this message', 'unsubscribe'],
  },
  'wrote, without a colon': {
    body: 'Fine.\n\nOn Mon, Jan 5, 2026 at 3:14 PM Ana <ana@example.org> wrote\n\n> Shall I?\n',
    own: ['Fine.'],
    foreign: ['Ana <ana@example.org>'],
  },
  'wrote, without a colon or marks': {
    body: 'Fine.\n\nOn Mon, Jan 5, 2026 at 3:14 PM Ana <ana@example.org> wrote\n\nI found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: asked.slice(0, 1),
  },
  'wrote, without a colon, de': {
    subject: 'AW: Dach',
    body: 'Gut.\n\nAm 05.01.2026 um 15:14 schrieb Ana Silva <ana@example.org>\n\n> Soll ich?\n',
    own: ['Gut.'],
    foreign: ['schrieb Ana Silva'],
  },
  'the head of a mail without a subject': {
    body: 'Fine.\n\nFrom: Ana Silva <ana@example.org>\nSent: Monday, January 5, 2026 3:14 PM\nTo: Bob Bauer <bob@example.com>\n\nI found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: asked.slice(0, 1),
  },
  'the head of a mail without a subject and addresses': {
    body: 'Fine.\n\nFrom: Ana Silva\nSent: Monday, January 5, 2026 3:14 PM\nTo: Bob Bauer\n\nI found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: asked.slice(0, 1),
  },
  'the head of a mail without a subject, de': {
    subject: 'AW: Dach',
    body: 'Gut.\n\nVon: Ana Silva\nGesendet: Montag, 5. Januar 2026 15:14\nAn: Bob Bauer\n\nDie Ziegel sind von 1978.\n',
    own: ['Gut.'],
    foreign: ['Die Ziegel sind von 1978.'],
  },
  'the head of a mail with From and Date alone': {
    body: 'Fine.\n\n-------- Original message --------\nFrom: Ana Silva <ana@example.org>\nDate: 05/01/2026 15:14 (GMT+01:00)\n\nI found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: asked.slice(0, 1),
  },
  'the head of 163, with tabs': {
    subject: '回复：屋顶',
    body: '可以。\n\n---- 回复的原邮件 ----\n发件人\tAna Silva<ana@163.com>\n日期\t2026年01月05日 15:14\n收件人\tBob<bob@example.com>\n抄送至\t\n主题\t屋顶\n瓦片是1978年的。\n',
    own: ['可以。'],
    foreign: ['瓦片是1978年的', '回复的原邮件', 'ana@163.com'],
  },
  'the head of 163, with tabs, en': {
    body: 'Fine.\n\n---- Replied Message ----\nFrom\tAna Silva<ana@163.com>\nDate\t01/05/2026 15:14\nTo\tBob<bob@example.com>\nCc\t\nSubject\tRoof\nI found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: ['the tiles are from 1978', 'Replied Message'],
  },
  'the head of 163 as a table': {
    ...page,
    subject: '回复：屋顶',
    body: '<div>可以。</div><div>---- 回复的原邮件 ----</div><table><tr><td>发件人</td><td>Ana&lt;ana@163.com&gt;</td></tr><tr><td>日期</td><td>2026年01月05日 15:14</td></tr><tr><td>收件人</td><td>Bob&lt;bob@example.com&gt;</td></tr><tr><td>主题</td><td>屋顶</td></tr></table><div>瓦片是1978年的。</div>',
    own: ['可以。'],
    foreign: ['瓦片是1978年的', 'ana@163.com'],
  },
  'Foxmail, without dashes': {
    subject: '回复: 屋顶',
    body: '可以。\n\n\n\nBob\n \n发件人： Ana Silva\n发送时间： 2026-01-05 15:14\n收件人： bob\n主题： 屋顶\n瓦片是1978年的。\n',
    own: ['可以。'],
    foreign: ['瓦片是1978年的'],
  },
  'QQ, plain': {
    subject: '回复：屋顶',
    body: '可以。\n\n\n\n------------------&nbsp;原始邮件&nbsp;------------------\n发件人:                                                                                                                        "Ana"                                                                                    <ana@qq.com>;\n发送时间:&nbsp;2026年1月5日(星期一) 下午3:14\n收件人:&nbsp;"Bob"<bob@example.com>;\n\n主题:&nbsp;屋顶\n\n瓦片是1978年的。\n',
    own: ['可以。'],
    foreign: ['瓦片是1978年的'],
  },
  'Yahoo, directly below the answer': {
    body: 'Fine.\n    On Monday, January 5, 2026 at 03:14:00 PM GMT+1, Ana Silva <ana@example.org> wrote:  \n \n I found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: asked.slice(0, 1),
  },
  'Gmail, es, wrapped': {
    subject: 'RE: Tejado',
    body: 'Vale.\n\nEl lun, 5 ene 2026 a las 15:14, Ana Silva (<ana.silva@example.org>)\nescribió:\n\n> Las tejas son de 1978.\n',
    own: ['Vale.'],
    foreign: ['escribió', 'Las tejas son de 1978.'],
  },
  'Outlook, ja': {
    subject: 'RE: 屋根',
    body: '了解です。\n\n差出人: Ana Silva <ana@example.org>\n送信日時: 2026年1月5日 15:14\n宛先: Bob <bob@example.com>\n\n瓦は1978年のものです。\n',
    own: ['了解です。'],
    foreign: ['瓦は1978年のものです'],
  },
  'Samsung, without a subject': {
    body: 'Fine.\n\n\nSent from my Galaxy\n\n\n-------- Original message --------\nFrom: Ana Silva <ana@example.org>\nDate: 05/01/2026 15:14 (GMT+01:00)\nTo: Bob <bob@example.com>\n\nI found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: ['Sent from my Galaxy', 'the tiles are from 1978'],
  },
  'Proton, marks with blanks before them': {
    body: 'Fine.\n\nOn Monday, January 5th, 2026 at 3:14 PM, Ana Silva <ana@example.org> wrote:\n\n> Hey,\n >\n > I found out that the tiles are from 1978.\n >\n > Ana\n',
    own: ['Fine.'],
    foreign: asked.slice(0, 1),
  },
  'GMX, de': {
    subject: 'Aw: Dach',
    body: 'Gut.\n \n \n\nGesendet: Montag, 05. Januar 2026 um 15:14 Uhr\nVon: "Ana Silva" <ana@gmx.de>\nAn: "Bob" <bob@example.com>\nBetreff: Dach\n\nDie Ziegel sind von 1978.\n',
    own: ['Gut.'],
    foreign: ['Die Ziegel sind von 1978.'],
  },
  'GMX, without a subject': {
    subject: 'Aw: Dach',
    body: 'Gut.\n\n--\nDiese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.\n\nAm 05.01.26, 15:14 schrieb Ana Silva <ana@gmx.de>:\n\n Die Ziegel sind von 1978.\n',
    own: ['Gut.'],
    foreign: ['Die Ziegel sind von 1978.', 'Android Mobiltelefon'],
  },
  'a pipe instead of a mark': {
    body: 'Fine.\n\nOn Mon, Jan 5, 2026 at 3:14 PM Ana <ana@example.org> wrote:\n| I found out that the tiles are from 1978.\n| Please ask the neighbour.\n',
    own: ['Fine.'],
    foreign: ['the tiles are from 1978', 'ask the neighbour'],
  },
  'what we said, without any mark or head': {
    body: 'Fine.\n\nI found out that the tiles are from 1978.\nPlease ask the neighbour about his roofer.\n',
    said: ['I found out that the tiles are from 1978.\n\nPlease ask the neighbour about his roofer.'],
    own: ['Fine.'],
  },
  'what we said, wrapped anew': {
    body: 'Fine.\n\nOn Mon, Jan 5, 2026 at 3:14 PM Skein <skein@house.test> wrote:\n> I found out that the tiles\n> are from 1978. **Please** ask the\nneighbour about his roofer.\n',
    said: ['I found out that the tiles are from 1978. **Please** ask the neighbour about his roofer.'],
    own: ['Fine.'],
    foreign: ['neighbour about his roofer'],
  },
  'an attribution in three lines': {
    body: 'Fine.\n\nOn Monday, January 5, 2026 at 3:14 PM, Ana Maria Silva de Oliveira\n<ana.maria.silva.de.oliveira@a-very-long-domain.example.org>\nwrote:\n> Shall I?\n',
    own: ['Fine.'],
    foreign: ['Ana Maria Silva'],
  },
  'said instead of wrote': {
    body: 'Fine.\n\nOn Jan 5, 2026, 3:14 PM +0100, Ana Silva <ana@example.org>, said:\n\n> I found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: ['said:'],
  },
  'a first mail that carries a conversation': {
    ...first,
    body: 'What do you think?\n\nOn Mon, Jan 5, 2026 at 3:14 PM Ana <ana@example.org> wrote:\n> I found out that the tiles are from 1978.\n',
    own: ['What do you think?'],
    foreign: asked.slice(0, 1),
  },
  'fr, Outlook without a subject': {
    subject: 'RE: Toit',
    body: 'D’accord.\n\nDe : Ana Silva <ana@example.org>\nEnvoyé : lundi 5 janvier 2026 15:14\nÀ : Bob <bob@example.com>\n\nLes tuiles sont de 1978.\n',
    own: ['D’accord.'],
    foreign: ['Les tuiles sont de 1978.'],
  },
  'a confidentiality notice below a quote': {
    body: 'Fine.\n\nOn 1/5/26 15:14, Ana wrote:\n> Shall I?\n\n________________________________\nThis e-mail and any attachments are confidential. https://example.org/disclaimer\n',
    own: ['Fine.'],
    foreign: ['any attachments are confidential'],
  },
}
