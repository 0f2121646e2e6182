import { first, page, type Trap } from './trap.ts'

/** Written together with those in lost-words.ts, and no rule was made for them. */
export const lostWordsHeldOut: Record<string, Trap> = {
  'an answer inside what Outlook quotes, fr': {
    subject: 'RE: Toit',
    body: 'Mes réponses ci-dessous.\n\nDe : Skein <skein@house.test>\nEnvoyé : lundi 5 janvier 2026 15:14\nÀ : Bob <bob@example.com>\nObjet : Toit\n\nVoulez-vous que je téléphone au couvreur lundi ?\nOui, plutôt le matin.\nLa deuxième offre coûte mille deux cents euros.\nC’est trop cher pour moi.\n',
    said: ['Voulez-vous que je téléphone au couvreur lundi ?\nLa deuxième offre coûte mille deux cents euros.'],
    own: ['Mes réponses ci-dessous.', 'Oui, plutôt le matin.', 'C’est trop cher pour moi.'],
  },
  'an answer inside what Outlook quotes, zh': {
    subject: '答复: 屋顶',
    body: '见下面。\n\n发件人: Skein <skein@house.test>\n发送时间: 2026年1月5日 15:14\n收件人: Bob <bob@example.com>\n主题: 屋顶\n\n要我星期一打电话给屋顶师傅吗？\n要，上午打。\n第二个报价是一千二百欧元。\n太贵了。\n',
    said: ['要我星期一打电话给屋顶师傅吗？\n第二个报价是一千二百欧元。'],
    own: ['见下面。', '要，上午打。', '太贵了。'],
  },
  'an answer inside what Outlook for phones quotes': {
    ...page,
    body: `<html><body><div dir="ltr">Inline.</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><div id="mail-editor-reference-message-container"><div id="divRplyFwdMsg"><b>From:</b> Skein<br><b>Sent:</b> Monday, January 5, 2026 3:14:00 PM<br><b>To:</b> Bob<br><b>Subject:</b> Roof</div><div>Which of the three plumbers should I ask for an offer?</div><div>The one in Mill Street.</div><div>And until when do you need the bathroom to be ready?</div><div>End of May.</div></div></body></html>`,
    said: [
      'Which of the three plumbers should I ask for an offer?\n\nAnd until when do you need the bathroom to be ready?',
    ],
    own: ['Inline.', 'The one in Mill Street.', 'End of May.'],
    foreign: ['Which of the three plumbers'],
  },
  'sent from a phone booth': {
    body: 'Guess what.\n\nSent from my favourite phone booth in London!\n',
    own: ['favourite phone booth'],
  },
  'the parcel was sent from, en': { body: 'Sent from Apple in Cork, arrives Friday.\n', own: ['arrives Friday'] },
  'the tablet was sent, nl': {
    body: 'Verzonden met PostNL: de iPad komt morgen aan.\n',
    own: ['de iPad komt morgen aan'],
  },
  'from my mobile number, de': {
    body: 'Ruf zurück.\n\nVon meinem Handy aus habe ich dir zweimal geschickt, was fehlt.\n',
    own: ['was fehlt'],
  },
  'bought from Samsung, it': {
    body: 'Inviato da Samsung il 5 gennaio, il frigorifero arriva domani?\n',
    own: ['il frigorifero arriva domani?'],
  },
  'sent from the mobile, ja': {
    body: 'iPhoneから送信した写真は届きましたか\n',
    own: ['iPhoneから送信した写真は届きましたか'],
  },
  'sent from, zh': { body: '发自我的手机的照片你收到了吗？\n', own: ['发自我的手机的照片你收到了吗'] },
  'only a device line, de, with a quote': {
    body: 'Von meinem iPhone gesendet\n\n> Am 05.01.2026 um 15:14 schrieb Ana <ana@example.org>:\n> \n> Kommst du?\n',
    own: ['Von meinem iPhone gesendet'],
    kept: ['Kommst du?'],
  },
  'a device line in the middle': {
    body: 'The footer says\nSent from my iPhone\nand I want to get rid of it.\n',
    own: ['Sent from my iPhone', 'get rid of it'],
  },
  'virus-free, as a statement': {
    body: 'I scanned it:\n\nVirus-free. You can open the file now.\n',
    own: ['You can open the file now.'],
  },
  'text below two dashes, fr': {
    body: 'Oui.\n\n-- \nAu fait, peux-tu me rappeler demain à neuf heures ?\n',
    own: ['peux-tu me rappeler demain'],
  },
  'text below two dashes, es': {
    ...first,
    body: 'Lista de hoy.\n\n--\nComprar pan y llamar al banco\n',
    own: ['Comprar pan y llamar al banco'],
  },
  'a divider of dashes twice': {
    body: 'One: pay the rent.\n--\nTwo: call Ana.\n--\nThree: water the plants.\n',
    own: ['One: pay the rent.', 'Two: call Ana.', 'Three: water the plants.'],
  },
  'a command-line flag alone on its line': {
    body: 'Run it with\n\n--\n\nbefore the file name.\n',
    own: ['before the file name.'],
  },
  'a patch below dashes': {
    ...first,
    body: 'Fix the door.\n\n---\n door.txt | 2 +-\n\n--\n2.39.2\n',
    own: ['Fix the door.', 'door.txt'],
  },
  'the quote button used for own text, Thunderbird': {
    ...page,
    body: '<p>Proofread this:</p><blockquote><p>Dear neighbours, the lift is out of order.</p></blockquote><p>By six.</p>',
    own: ['Proofread this:', 'By six.'],
    kept: ['the lift is out of order'],
  },
  'the quote button used for own text, Outlook': {
    ...page,
    body: '<div>Summarise:</div><blockquote style="margin-left:40px"><div>The board met on Tuesday and approved the plan.</div></blockquote>',
    own: ['Summarise:'],
    kept: ['approved the plan'],
  },
  'a poem in marks, below an answer': {
    body: 'Here it is again.\n\n> The fog comes\n> on little cat feet.\n> It sits looking\n> over harbor and city\n',
    own: ['Here it is again.'],
    kept: ['on little cat feet', 'over harbor and city'],
  },
  'a prompt of a shell': {
    body: 'I typed\n\n> git status\n\nand it printed nothing.\n',
    own: ['I typed', 'and it printed nothing.'],
    kept: ['git status'],
  },
  'answers between quoted lines of Apple Mail': {
    ...page,
    body: '<div><blockquote type="cite"><div>On 5 Jan 2026, at 15:14, Ana &lt;ana@example.org&gt; wrote:</div><div>Shall I call?</div></blockquote><div>Yes please.</div><blockquote type="cite"><div>Which day?</div></blockquote><div>Monday.</div></div>',
    own: ['Yes please.', 'Monday.'],
    kept: ['Shall I call?', 'Which day?'],
  },
  'answers between quoted lines of Gmail': {
    ...page,
    body: '<div dir="ltr"></div><div class="gmail_quote"><div class="gmail_attr">On Mon, Jan 5, 2026 at 3:14 PM Ana &lt;ana@example.org&gt; wrote:<br></div><blockquote class="gmail_quote">Shall I call?</blockquote><div>Yes please.</div><blockquote class="gmail_quote">Which day?</blockquote><div>Monday.</div></div>',
    own: ['Yes please.', 'Monday.'],
    kept: ['Shall I call?', 'Which day?'],
  },
  'an answer below all of it, ja': {
    body: '2026年1月5日(月) 15:14 Ana <ana@example.org>:\n\n> 電話しましょうか。\n\nはい、お願いします。\n',
    own: ['はい、お願いします。'],
    kept: ['電話しましょうか'],
  },
  'a person who forwards with words below': {
    subject: 'Fwd: Offer',
    isReply: false,
    body: 'Look.\n\n---------- Forwarded message ---------\nFrom: Eve <eve@example.net>\nDate: Mon, Jan 5, 2026 at 3:14 PM\nSubject: Offer\nTo: Bob <bob@example.com>\n\nA new roof for 900.\n\nPlease compare it with the other one.\n',
    own: ['Look.'],
    kept: ['A new roof for 900.', 'Please compare it with the other one.'],
  },
  'own words in a signature block of Gmail': {
    ...page,
    body: '<div dir="ltr"><div class="gmail_signature">Please cancel the order, I found the charger!</div></div>',
    own: ['Please cancel the order'],
  },
  'a meeting with a date and colons': {
    body: 'Date: Friday, 9 January 2026\nFrom: 14:00\nTo: 16:00\nSubject: budget\n\nPut it in the calendar.\n',
    own: ['Put it in the calendar.', 'From: 14:00'],
  },
  'somebody wrote at a time': {
    body: 'This is odd: on Monday at 15:14 he wrote:\n\nI am leaving.\n\nWhat should I answer?\n',
    own: ['I am leaving.', 'What should I answer?'],
  },
  'nothing but an Outlook quote': {
    body: '\n\n-----Original Message-----\nFrom: Eve <eve@example.net>\nSent: Monday, January 5, 2026 3:14 PM\nTo: Bob\nSubject: Offer\n\nA new roof for 900.\n',
    kept: ['A new roof for 900.'],
  },
  'a long footer of their own': {
    body: 'Yes.\n\n-- \nBob Bauer\nI am away until Thursday. Please call Ana if it burns.\n',
    own: ['Please call Ana if it burns.'],
  },
}
