import { first, page, type Trap } from './trap.ts'

const tiles = 'the tiles are from 1978'

/** Written together with those in taken-words.ts, and no rule was made for them. */
export const takenWordsHeldOut: Record<string, Trap> = {
  'a quote that was wrapped without marks, fr': {
    subject: 'RE: Toit',
    body: 'Bien.\n\nLe lun. 5 janv. 2026 à 15:14, Ana Silva <ana@example.org> a écrit :\n> J’ai encore regardé le toit et je dois dire que les tuiles sont beaucoup trop\nvieilles\n> alors il faudra bientôt faire quelque chose avant la prochaine saison des\npluies\n',
    own: ['Bien.'],
    foreign: ['vieilles', 'pluies'],
  },
  'a quote of two levels that was wrapped': {
    body: 'Fine.\n\nOn Mon, Jan 5, 2026 at 3:14 PM Ana <ana@example.org> wrote:\n>> Could you find out how old the roof is and whether it needs to be replaced at\n> some point\n> I did and the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: ['some point', tiles],
  },
  'a quote of a list that was wrapped': {
    body: 'Ok.\n\nOn 2026-01-05 15:14, Ana Silva wrote:\n> - first of all the tiles are from 1978 and need to be replaced before the\nwinter\n> - second the gutter leaks\n',
    own: ['Ok.'],
    foreign: ['winter', 'gutter'],
  },
  'the footer of a list, de': {
    subject: 'AW: Dach',
    body: 'Gut.\n\nAm 05.01.26 um 15:14 schrieb Ana:\n> Soll ich?\n_______________________________________________\nDach Mailingliste  --  dach@lists.example.de\nhttps://lists.example.de/listinfo/dach\n',
    own: ['Gut.'],
    foreign: ['Mailingliste'],
  },
  'a signature below a quote': {
    body: 'Fine.\n\nOn 1/5/26 15:14, Ana wrote:\n> Shall I?\n\n-- \nBob Bauer\nRoof Street 1\n+49 170 1234567\n',
    own: ['Fine.'],
    foreign: ['+49 170 1234567'],
  },
  'a device line below a quote': {
    body: 'Fine.\n\nOn 1/5/26 15:14, Ana wrote:\n> Shall I?\n\nSent from my iPad\n',
    own: ['Fine.'],
    foreign: ['Sent from my iPad'],
  },
  'a virus notice below a quote': {
    body: 'Fine.\n\nOn 1/5/26 15:14, Ana wrote:\n> Shall I?\n\n-- \nThis email has been checked for viruses by Avast antivirus software.\nwww.avast.com\n',
    own: ['Fine.'],
    foreign: ['checked for viruses'],
  },
  'wrote, without a colon, fr': {
    subject: 'RE: Toit',
    body: 'Bien.\n\nLe 5 janv. 2026 à 15:14, Ana Silva <ana@example.org> a écrit\n\n> Les tuiles ?\n',
    own: ['Bien.'],
    foreign: ['a écrit'],
  },
  'wrote, without a colon, sv': {
    subject: 'SV: Tak',
    body: 'Bra.\n\nDen 5 jan. 2026 kl. 15:14 skrev Ana Silva <ana@example.org>\n> Ska jag ringa?\n',
    own: ['Bra.'],
    foreign: ['skrev Ana'],
  },
  'wrote, without a colon, below an answer with no empty line': {
    body: 'Fine.\nOn Mon, Jan 5, 2026 at 3:14 PM, Ana <ana@example.org> wrote\n> Shall I?\n',
    own: ['Fine.'],
    foreign: ['Ana <ana@example.org>'],
  },
  'the head of a mail without a subject, es': {
    subject: 'RE: Tejado',
    body: 'Vale.\n\nDe: Ana Silva\nEnviado el: lunes, 5 de enero de 2026 15:14\nPara: Bob Bauer\n\nLas tejas son de 1978.\n',
    own: ['Vale.'],
    foreign: ['Las tejas son de 1978.'],
  },
  'the head of a mail without a subject, it': {
    subject: 'R: Tetto',
    body: 'Bene.\n\nDa: Ana Silva <ana@example.org>\nInviato: lunedì 5 gennaio 2026 15:14\nA: Bob\n\nLe tegole sono del 1978.\n',
    own: ['Bene.'],
    foreign: ['Le tegole sono del 1978.'],
  },
  'the head of a mail without a subject, zh': {
    subject: '答复: 屋顶',
    body: '可以。\n\n发件人: Ana <ana@example.org>\n发送时间: 2026年1月5日 15:14\n收件人: Bob\n\n瓦片是1978年的。\n',
    own: ['可以。'],
    foreign: ['瓦片是1978年的'],
  },
  'the head of a mail in bold, without a subject': {
    body: 'Fine.\n\n*From:* Ana Silva <ana@example.org>\n*Sent:* Monday, January 5, 2026 3:14 PM\n*To:* Bob Bauer\n\nI found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: [tiles],
  },
  'the head of a mail as a page, without a subject': {
    ...page,
    body: '<p>Fine.</p><div style="border-top:solid 1pt"><p><b>From:</b> Ana Silva<br><b>Sent:</b> Monday, January 5, 2026 3:14 PM<br><b>To:</b> Bob</p></div><p>I found out that the tiles are from 1978.</p>',
    own: ['Fine.'],
    foreign: [tiles],
  },
  '163 on a phone, with tabs': {
    subject: 'Re:屋顶',
    body: '好\n\n| |\nBob\n|\n\n---- 回复的原邮件 ----\n| 发件人 | Ana<ana@163.com> |\n| 发送日期 | 2026年01月05日 15:14 |\n| 收件人 | Bob<bob@example.com> |\n| 主题 | 屋顶 |\n瓦片是1978年的。\n',
    own: ['好'],
    foreign: ['瓦片是1978年的'],
  },
  '163, two blanks instead of a tab': {
    body: 'Fine.\n\n---- Replied Message ----\nFrom  Ana Silva<ana@126.com>\nDate  01/05/2026 15:14\nTo  Bob<bob@example.com>\nSubject  Roof\nI found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: [tiles],
  },
  'Foxmail, en': {
    body: 'Fine.\n\n\nbob@example.com\n \nFrom: Ana Silva\nDate: 2026-01-05 15:14\nTo: bob\nSubject: Roof\nI found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: [tiles],
  },
  'QQ, without dashes': {
    ...page,
    subject: '回复：屋顶',
    body: '<div>可以。</div><div><br></div><hr><div><div>发件人：Ana &lt;ana@qq.com&gt;</div><div>发件时间：2026年1月5日 15:14</div><div>收件人：Bob</div></div><div>瓦片是1978年的。</div>',
    own: ['可以。'],
    foreign: ['瓦片是1978年的'],
  },
  'Outlook on the web, de, without a subject': {
    ...page,
    subject: 'AW: Dach',
    body: '<div>Gut.</div><hr><div><b>Von:</b> Ana Silva<br><b>Gesendet:</b> Montag, 5. Januar 2026 15:14<br><b>An:</b> Bob</div><div>Die Ziegel sind von 1978.</div>',
    own: ['Gut.'],
    foreign: ['Die Ziegel sind von 1978.'],
  },
  'Yahoo, fr, directly below the answer': {
    subject: 'Re: Toit',
    body: 'Bien.\n    Le lundi 5 janvier 2026 à 15:14:00 UTC+1, Ana Silva <ana@example.org> a écrit :  \n \n Les tuiles sont de 1978.\n',
    own: ['Bien.'],
    foreign: ['Les tuiles sont de 1978.'],
  },
  'Apple Mail, ja': {
    subject: 'Re: 屋根',
    body: '了解です。\n\n> 2026/01/05 15:14、Ana Silva <ana@example.org>のメール:\n> \n> 瓦は1978年のものです。\n',
    own: ['了解です。'],
    foreign: ['瓦は1978年のものです'],
  },
  'Samsung, de': {
    subject: 'AW: Dach',
    body: 'Gut.\n\nVon meinem/meiner Galaxy gesendet\n\n-------- Ursprüngliche Nachricht --------\nVon: Ana Silva <ana@example.org>\nDatum: 05.01.26 15:14 (GMT+01:00)\nAn: Bob <bob@example.com>\n\nDie Ziegel sind von 1978.\n',
    own: ['Gut.'],
    foreign: ['Galaxy', 'Die Ziegel sind von 1978.'],
  },
  'Thunderbird, a blank before every mark': {
    body: 'Fine.\n\nOn 1/5/26 15:14, Ana Silva wrote:\n > I found out that the tiles are from 1978.\n > Please ask the neighbour.\n',
    own: ['Fine.'],
    foreign: [tiles],
  },
  'Proton, original message without marks': {
    body: 'Fine.\n\n------- Original Message -------\nOn Monday, January 5th, 2026 at 3:14 PM, Ana Silva <ana@example.org> wrote:\n\nI found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: [tiles],
  },
  'what we said, as a page, without marks': {
    ...page,
    body: '<div>Fine.</div><div><br></div><div>I found out that the <b>tiles</b> are from 1978.</div><div>Please ask the neighbour about his roofer.</div>',
    said: ['I found out that the **tiles** are from 1978.\nPlease ask the neighbour about his roofer.'],
    own: ['Fine.'],
  },
  'what we said, two levels deep': {
    body: 'Fine.\n\nOn Mon, Jan 5, 2026 at 3:14 PM Skein <skein@house.test> wrote:\n> > I found out that the tiles are\n> > from 1978 and nobody knows who laid them\n',
    said: ['I found out that the tiles are from 1978 and nobody knows who laid them'],
    own: ['Fine.'],
    foreign: [tiles],
  },
  'said, without a colon': {
    body: 'Fine.\n\nOn Jan 5, 2026, 3:14 PM, Ana Silva <ana@example.org> said\n\n> I found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: ['ana@example.org', tiles],
  },
  'a first mail that carries a conversation, de': {
    ...first,
    body: 'Was meinst du?\n\nAm 05.01.2026 um 15:14 schrieb Ana Silva <ana@example.org>:\n\n> Die Ziegel sind von 1978.\n',
    own: ['Was meinst du?'],
    foreign: ['Die Ziegel sind von 1978.'],
  },
  'two conversations below each other': {
    body: 'Fine.\n\nFrom: Ana Silva\nSent: Monday, January 5, 2026 3:14 PM\nTo: Bob\n\nAgreed.\n\nFrom: Eve\nSent: Sunday, January 4, 2026 9:00 AM\nTo: Ana\n\nI found out that the tiles are from 1978.\n',
    own: ['Fine.'],
    foreign: [tiles, 'Agreed.'],
  },
  'a mark that is doubled without a blank': {
    body: 'Fine.\n\nOn Mon, Jan 5, 2026 Ana <ana@example.org> wrote:\n»I found out that the tiles are from 1978.\n»Please ask the neighbour.\n',
    own: ['Fine.'],
    foreign: [tiles],
  },
}
