import { first, page, type Trap } from './trap.ts'

const ours =
  'Shall I call the roofer on Monday?\nThe second offer costs 1,200 euros.\nPlease tell me which colour you prefer.'
const outlook = (from = 'Skein <skein@house.test>') =>
  `From: ${from}\nSent: Monday, January 5, 2026 3:14 PM\nTo: Bob Bauer <bob@example.com>\nSubject: Roof\n`

/** Mails of which a reader easily drops words that their sender wrote. Rules were made with these. */
export const lostWords: Record<string, Trap> = {
  'an answer inside what Outlook quotes, en': {
    body: `See my answers below.\n\n${outlook()}\nShall I call the roofer on Monday?\nYes, before noon please.\nThe second offer costs 1,200 euros.\nToo much, ask him again.\nPlease tell me which colour you prefer.\n`,
    said: [ours],
    own: ['See my answers below.', 'Yes, before noon please.', 'Too much, ask him again.'],
    foreign: ['Shall I call the roofer on Monday?', 'Please tell me which colour you prefer.'],
  },
  'an answer inside what Outlook quotes, de': {
    subject: 'AW: Dach',
    body: 'Antworten unten.\n\nVon: Skein <skein@house.test>\nGesendet: Montag, 5. Januar 2026 15:14\nAn: Bob Bauer <bob@example.com>\nBetreff: Dach\n\nSoll ich den Dachdecker anrufen?\n\nJa, bitte vormittags.\n\nDas zweite Angebot kostet 1200 Euro.\n\nDas ist mir zu teuer.\n',
    said: ['Soll ich den Dachdecker anrufen?\n\nDas zweite Angebot kostet 1200 Euro.'],
    own: ['Antworten unten.', 'Ja, bitte vormittags.', 'Das ist mir zu teuer.'],
  },
  'an answer inside what Outlook quotes as a page': {
    ...page,
    body: `<html><body><div>See below.</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Skein<br><b>Sent:</b> Monday, January 5, 2026 3:14 PM<br><b>To:</b> Bob<br><b>Subject:</b> Roof</div><div>Shall I call the roofer on Monday?</div><div style="color:blue">Yes, before noon please.</div><div>The second offer costs 1,200 euros.</div><div>Please tell me which colour you prefer.</div><div style="color:blue">Red.</div></body></html>`,
    said: [ours],
    own: ['See below.', 'Yes, before noon please.', 'Red.'],
  },
  'an answer inside what Outlook quotes of somebody else': {
    body: `See my answers below.\n\n${outlook('Ana Silva <ana@example.org>')}\nWhat does it cost?\n[Bob] About 900.\nWhen can he come?\n[Bob] In May.\n`,
    own: ['See my answers below.'],
    kept: ['About 900.', 'In May.'],
  },
  'a telephone that came by post, zh': {
    ...first,
    body: '从北京寄来的华为手机到了吗\n',
    own: ['从北京寄来的华为手机到了吗'],
  },
  'sent from a desk': {
    body: 'The scans are attached.\n\nSent from my desk, is much easier than from the mobile app.\n',
    own: ['Sent from my desk, is much easier'],
  },
  'sent with the mobile yesterday, de': {
    body: 'Schau bitte nach.\n\nMit dem Handy habe ich es dir gestern geschickt.\n',
    own: ['Mit dem Handy habe ich es dir gestern geschickt.'],
  },
  'only a device line': { body: 'Sent from my iPhone\n', own: ['Sent from my iPhone'] },
  'a device line above a question': {
    body: 'Sent from my iPhone\n\nCan you read this?\n',
    own: ['Sent from my iPhone', 'Can you read this?'],
  },
  'sent from the phone as a sentence, fr': {
    body: 'Regarde la photo.\n\nEnvoyé de mon téléphone parce que le PC est en panne.\n',
    own: ['parce que le PC est en panne'],
  },
  'sent from the phone as a sentence, es': {
    body: 'Mira la foto.\n\nEnviado desde el móvil de Ana, que está conmigo\n',
    own: ['que está conmigo'],
  },
  'a question about an app, en': {
    body: 'Get Outlook for Android or iOS, which one is better?\n',
    own: ['which one is better?'],
  },
  'a question about a device, de': {
    body: 'Noch etwas:\n\nVon welchem Handy wurde das gesendet?\n',
    own: ['Von welchem Handy wurde das gesendet?'],
  },
  'text below two dashes': {
    ...first,
    body: 'First topic: the roof.\n\n--\n\nSecond topic: please order the paint today.\n',
    own: ['Second topic: please order the paint today.'],
  },
  'text below two dashes and a space': {
    body: 'Yes.\n-- \nOne more thing: is the ladder still at your place?\n',
    own: ['is the ladder still at your place?'],
  },
  'a postscript below the signature': {
    body: 'Yes.\n\n-- \nBob Bauer\n\nPS: The key is under the mat, please do not lock the door.\n',
    own: ['The key is under the mat'],
  },
  'two topics below dashes, de': {
    body: 'Ja, passt.\n\n--\nUnd bitte kauf noch Milch.\n',
    own: ['Und bitte kauf noch Milch.'],
  },
  'two topics below dashes, zh': { body: '好的。\n\n--\n另外请把合同发给我\n', own: ['另外请把合同发给我'] },
  'the quote button used for own text, Gmail': {
    ...page,
    body: `<div dir="ltr"><div>Please send this to Ana:</div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">We meet at seven at the old mill.</blockquote><div>Thanks</div></div>`,
    own: ['Please send this to Ana:', 'Thanks'],
    kept: ['We meet at seven at the old mill.'],
  },
  'the quote button used for own text, Apple': {
    ...page,
    body: '<div>Translate this:</div><blockquote type="cite"><div>Der Schlüssel liegt unter der Matte.</div></blockquote>',
    own: ['Translate this:'],
    kept: ['Der Schlüssel liegt unter der Matte.'],
  },
  'the quote button used for all of it': {
    ...page,
    ...first,
    body: '<blockquote type="cite"><div>Water the plants on Friday.</div></blockquote>',
    kept: ['Water the plants on Friday.'],
  },
  'quote marks before own text': {
    body: 'Put this on the page:\n\n> Open on Sundays\n> Closed on Mondays\n> Dogs are welcome\n\nToday please.\n',
    own: ['Put this on the page:', 'Today please.'],
    kept: ['Open on Sundays', 'Dogs are welcome'],
  },
  'everything quoted, with a mark more': {
    body: '> Shall I call the roofer?\n> Yes, do.\n',
    kept: ['Yes, do.'],
  },
  'answers between quoted lines, no empty lines': {
    body: 'On Mon, Jan 5, 2026 at 3:14 PM Ana <ana@example.org> wrote:\n> Shall I call?\nYes.\n> Which day?\nMonday.\n',
    own: ['Yes.', 'Monday.'],
    kept: ['Shall I call?', 'Which day?'],
  },
  'an answer below all of it': {
    body: 'Am 05.01.2026 um 15:14 schrieb Ana Silva:\n> Soll ich anrufen?\n\nJa, mach das.\n',
    own: ['Ja, mach das.'],
    kept: ['Soll ich anrufen?'],
  },
  'an answer on the line of the quote': {
    body: 'On Mon, Jan 5, 2026 at 3:14 PM Ana <ana@example.org> wrote:\n\n> Which colour? Red, please.\n> Which day? Any.\n',
    kept: ['Red, please.', 'Any.'],
  },
  'words typed into a signature block': {
    ...page,
    body: '<div><br></div><div id="AppleMailSignature" dir="ltr">Can you come at nine instead of ten?<div>Sent from my iPhone</div></div>',
    own: ['Can you come at nine instead of ten?'],
  },
  'travel times that look like the head of a mail': {
    body: 'Please book this:\n\nFrom: Berlin\nTo: Hamburg\nDate: 5.1.2026 15:00\n\nA window seat if there is one.\n',
    own: ['From: Berlin', 'A window seat if there is one.'],
  },
  'somebody wrote, with nothing quoted': {
    body: 'I read on 5 January 2026 at 15:14 what Ana <ana@example.org> wrote:\nthat was rude, and I want to answer her.\n',
    own: ['I want to answer her.'],
  },
  'a first mail with the head of another': {
    ...first,
    body: 'What do you think?\n\nFrom: Eve <eve@example.net>\nSent: Monday, January 5, 2026 3:14 PM\nTo: Bob\nSubject: Offer\n\nWe offer a new roof for 900 euros.\n',
    own: ['What do you think?'],
    kept: ['a new roof for 900 euros'],
  },
  'an underline and more text': {
    body: 'Part one is done.\n\n_______________\nPart two needs your help: call the bank.\n',
    own: ['Part two needs your help: call the bank.'],
  },
}
