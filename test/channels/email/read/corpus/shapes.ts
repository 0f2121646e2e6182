import { type Case, html, type Reply, repliesOf } from './reply.ts'

/** Written one by one: what other clients send, and what people do with theirs. */
const cases: Record<string, Case> = {
  'Yahoo, HTML': {
    type: html,
    body: `<html><head></head><body><div class="ydp5c8e yahoo-style-wrap" style="font-family:Helvetica;font-size:13px;"><div dir="ltr" data-setdir="false">Monday is fine.</div><div><br></div></div><div id="yahoo_quoted_8150" class="yahoo_quoted"><div style="font-family:Arial;font-size:13px;color:#26282a;"><div>On Monday, January 5, 2026 at 03:14:00 PM GMT+1, Ana Silva &lt;ana.silva@example.org&gt; wrote: </div><div><br></div><div><br></div><div><div dir="ltr">Shall I call the roofer?</div></div></div></div></body></html>`,
    own: 'Monday is fine.',
  },
  'Yahoo, plain': {
    body: ' Monday is fine.\n\n    On Monday, January 5, 2026 at 03:14:00 PM GMT+1, Ana Silva <ana.silva@example.org> wrote:  \n \n Shall I call the roofer?\n',
    own: ' Monday is fine.',
  },
  'Yahoo on Android': {
    body: 'Monday is fine.\n\nSent from Yahoo Mail on Android \n \n  On Mon, 5 Jan 2026 at 15:14, Ana Silva<ana.silva@example.org> wrote:   Shall I call the roofer?  \n',
    own: 'Monday is fine.',
  },
  'Proton, HTML': {
    type: html,
    body: `<div style="font-family: Arial, sans-serif; font-size: 14px;">Monday is fine.</div><div style="font-family: Arial, sans-serif; font-size: 14px;"><br></div><div class="protonmail_signature_block" style="font-family: Arial, sans-serif; font-size: 14px;"><div class="protonmail_signature_block-user protonmail_signature_block-empty"></div><div class="protonmail_signature_block-proton">Sent with <a target="_blank" href="https://proton.me/mail/home">Proton Mail</a> secure email.</div></div><div class="protonmail_quote">On Monday, January 5th, 2026 at 3:14 PM, Ana Silva &lt;ana.silva@example.org&gt; wrote:<br><blockquote class="protonmail_quote" type="cite"><div>Shall I call the roofer?</div></blockquote><br></div>`,
    own: 'Monday is fine.',
  },
  'Proton, plain': {
    body: 'Monday is fine.\n\nSent with Proton Mail secure email.\n\nOn Monday, January 5th, 2026 at 3:14 PM, Ana Silva <ana.silva@example.org> wrote:\n\n> Shall I call the roofer?\n',
    own: 'Monday is fine.',
  },
  'Proton of earlier years, plain': {
    body: 'Monday is fine.\n\nSent with [ProtonMail](https://protonmail.com) Secure Email.\n\n‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Monday, January 5th, 2026 at 3:14 PM, Ana Silva <ana.silva@example.org> wrote:\n\n> Shall I call the roofer?\n',
    own: 'Monday is fine.',
  },
  'K-9, German, plain': {
    body: 'Montag passt.\n\nAm 5. Januar 2026 15:14:00 MEZ schrieb Ana Silva <ana.silva@example.org>:\n>Soll ich den Dachdecker anrufen?\n>Er könnte am Montag.\n\n-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.\n',
    own: 'Montag passt.',
  },
  'K-9, German, HTML': {
    type: html,
    body: `<!DOCTYPE html><html><body>Montag passt.<br><br><div class="gmail_quote"><div dir="auto">Am 5. Januar 2026 15:14:00 MEZ schrieb Ana Silva &lt;ana.silva@example.org&gt;:</div><blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex;"><pre dir="auto" class="k9mail">Soll ich den Dachdecker anrufen?<br></pre></blockquote></div><div style='white-space: pre-wrap'><div class='k9mail-signature'>-- <br>Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.</div></div></body></html>`,
    own: 'Montag passt.',
  },
  'Outlook for iOS': {
    type: html,
    body: `<html><head></head><body dir="ltr"><div style="font-family: Aptos; font-size: 12pt;" dir="ltr">Monday is fine.</div><div id="ms-outlook-mobile-body-separator-line" dir="ltr"><br></div><div id="ms-outlook-mobile-signature" dir="ltr">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><div id="mail-editor-reference-message-container"><hr style="display: inline-block; width: 98%;"><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Ana Silva &lt;ana.silva@example.org&gt;<br><b>Sent:</b> Monday, January 5, 2026 3:14:00 PM<br><b>To:</b> Bob Bauer &lt;bob@example.com&gt;<br><b>Subject:</b> Roof</div><div><br></div><div>Shall I call the roofer?</div></div></body></html>`,
    own: 'Monday is fine.',
  },
  'Outlook for Android, plain': {
    body: 'Monday is fine.\n\nGet Outlook for Android<https://aka.ms/AAb9ysg>\n________________________________\nFrom: Ana Silva <ana.silva@example.org>\nSent: Monday, January 5, 2026 3:14:00 PM\nTo: Bob Bauer <bob@example.com>\nSubject: Roof\n\nShall I call the roofer?\n',
    own: 'Monday is fine.',
  },
  'Outlook for Mac': {
    type: html,
    body: `<html><body><div class="WordSection1"><p class="MsoNormal">Monday is fine.<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div id="mail-editor-reference-message-container"><div><div><div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal" style="margin-bottom:12.0pt"><b>From: </b>Ana Silva &lt;ana.silva@example.org&gt;<br><b>Date: </b>Monday, 5. January 2026 at 15:14<br><b>To: </b>Bob Bauer &lt;bob@example.com&gt;<br><b>Subject: </b>Roof<o:p></o:p></p></div><p class="MsoNormal">Shall I call the roofer?<o:p></o:p></p></div></div></div></div></body></html>`,
    own: 'Monday is fine.',
  },
  'Samsung Email': {
    type: html,
    body: `<html><body><div dir="auto">Monday is fine.</div><div dir="auto"><br></div><div dir="auto"><br></div><div id="composer_signature" dir="auto"><div style="font-size:12px;color:#575757" dir="auto">Sent from my Galaxy</div></div><div dir="auto"><br></div><div><br></div><div align="left" dir="auto" style="font-size:100%;color:#000000"><div>-------- Original message --------</div><div>From: Ana Silva &lt;ana.silva@example.org&gt; </div><div>Date: 05/01/2026  15:14  (GMT+01:00) </div><div>To: Bob Bauer &lt;bob@example.com&gt; </div><div>Subject: Roof </div><div><br></div></div>Shall I call the roofer?</body></html>`,
    own: 'Monday is fine.',
  },
  'QQ Mail': {
    subject: '回复：屋顶',
    type: html,
    body: `<div>星期一可以。</div><div><br></div><div><includetail><div style="font:Verdana normal 14px;color:#000;"><div style="FONT-SIZE: 12px;FONT-FAMILY: Arial Narrow;padding:2px 0 2px 0;">------------------&nbsp;原始邮件&nbsp;------------------</div><div style="FONT-SIZE: 12px;background:#efefef;padding:8px;"><div id="menu_sender"><b>发件人: </b>"Ana Silva"&lt;ana.silva@example.org&gt;; </div><div><b>发送时间: </b>2026年1月5日(星期一) 下午3:14</div><div><b>收件人: </b>"Bob"&lt;bob@example.com&gt;; </div><div><b>主题: </b>屋顶</div></div><div>&nbsp;</div><div>要我打电话吗？</div></div></includetail></div>`,
    own: '星期一可以。',
  },
  'NetEase 163': {
    type: html,
    body: `<div style="line-height:1.7;color:#000000;font-size:14px;font-family:Arial"><div style="margin: 0;">星期一可以。</div><div style="position:relative;zoom:1"></div><div id="divNeteaseMailCard"></div><div style="margin: 0;"><br></div><pre>At 2026-01-05 15:14:00, "Ana Silva" &lt;ana.silva@example.org&gt; wrote:</pre><blockquote id="isReplyContent" style="PADDING-LEFT: 1ex; MARGIN: 0px 0px 0px 0.8ex; BORDER-LEFT: #ccc 1px solid"><div>要我打电话吗？</div></blockquote></div>`,
    own: '星期一可以。',
  },
  'Yandex, HTML': {
    type: html,
    body: `<div>Понедельник подходит.</div><div> </div><div>05.01.2026, 15:14, "Ana Silva" &lt;ana.silva@example.org&gt;:</div><blockquote><div>Позвонить кровельщику?</div></blockquote>`,
    own: 'Понедельник подходит.',
  },
  'Mail.ru, HTML': {
    type: html,
    body: `<HTML><BODY><div>Понедельник подходит.</div><div>&nbsp;</div><blockquote style="border-left:1px solid #0857A6;margin:10px;padding:0 0 0 10px;">Понедельник, 5 января 2026, 15:14 +03:00 от Ana Silva &lt;ana.silva@example.org&gt;:<br>&nbsp;<div id="">Позвонить кровельщику?</div></blockquote></BODY></HTML>`,
    own: 'Понедельник подходит.',
  },
  'Zoho, HTML': {
    type: html,
    body: `<!DOCTYPE html><html><head></head><body><div style="font-family: Verdana; font-size: 10pt;"><div>Monday is fine.</div><div><br></div><div class="zmail_extra_hr" style="border-top: 1px solid rgb(204, 204, 204);"><br></div><div class="zmail_extra" data-zbluepencil-ignore="true"><div id="Zm-_Id_-Sgn1">---- On Mon, 05 Jan 2026 15:14:00 +0100 <b>Ana Silva &lt;ana.silva@example.org&gt;</b> wrote ---<br></div><div><br></div><blockquote id="blockquote_zmail" style="margin: 0px;"><div>Shall I call the roofer?</div></blockquote></div></div></body></html>`,
    own: 'Monday is fine.',
  },
  'GMX, German, plain': {
    subject: 'Aw: Dach',
    body: 'Montag passt.\n\nGesendet: Montag, 05. Januar 2026 um 15:14 Uhr\nVon: "Ana Silva" <ana.silva@example.org>\nAn: "Bob Bauer" <bob@example.com>\nBetreff: Dach\n\nSoll ich den Dachdecker anrufen?\n',
    own: 'Montag passt.',
  },
  'Fastmail, HTML': {
    type: html,
    body: `<!DOCTYPE html><html><head><title></title></head><body><div>Monday is fine.</div><div><br></div><div>On Mon, 5 Jan 2026, at 3:14 PM, Ana Silva wrote:</div><blockquote type="cite" id="qt" style=""><div>Shall I call the roofer?</div></blockquote><div><br></div></body></html>`,
    own: 'Monday is fine.',
  },
  'Spark, HTML': {
    type: html,
    body: `<html><body><div name="messageBodySection"><div dir="auto">Monday is fine.</div></div><div name="messageSignatureSection"><br/></div><div name="messageReplySection">On Jan 5, 2026 at 15:14 +0100, Ana Silva &lt;ana.silva@example.org&gt;, wrote:<br/><blockquote type="cite" style="border-left-color: grey;">Shall I call the roofer?</blockquote></div></body></html>`,
    own: 'Monday is fine.',
  },
  'Zimbra, HTML': {
    type: html,
    body: `<html><body><div style="font-family: arial; font-size: 12pt;"><div>Lundi me convient.</div><div><br></div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><blockquote style="border-left:2px solid #1010FF;"><b>De: </b>"Ana Silva" &lt;ana.silva@example.org&gt;<br><b>À: </b>"Bob" &lt;bob@example.com&gt;<br><b>Envoyé: </b>Lundi 5 Janvier 2026 15:14:00<br><b>Objet: </b>Toit<br></blockquote></div><div data-marker="__QUOTED_TEXT__"><blockquote style="border-left:2px solid #1010FF;"><div>Est-ce que j'appelle le couvreur ?</div></blockquote></div></div></body></html>`,
    own: 'Lundi me convient.',
  },
  'Roundcube, plain': {
    body: 'Montag passt.\n\nAm 2026-01-05 15:14, schrieb Ana Silva:\n> Soll ich den Dachdecker anrufen?\n',
    own: 'Montag passt.',
  },
  'mutt, without an address': {
    body: 'Monday is fine.\n\nOn Mon, Jan 05, 2026 at 03:14:00PM +0100, Ana Silva wrote:\n> Shall I call the roofer?\n> He could come.\n',
    own: 'Monday is fine.',
  },
  'a name and a verb, in an answer': {
    body: 'Monday is fine.\n\nAna Silva wrote:\n> Shall I call the roofer?\n',
    own: 'Monday is fine.',
  },
  'no line above a long quote': {
    body: 'Monday is fine.\n\n> Shall I call the roofer?\n> He could come on Monday.\n>\n> Ana\n',
    own: 'Monday is fine.',
  },
  'history in history': {
    body: 'Monday is fine.\n\nOn Mon, Jan 5, 2026 at 3:14 PM Ana Silva <ana.silva@example.org> wrote:\n\n> Shall I call?\n>\n> On Sun, Jan 4, 2026 at 1:00 PM Bob <bob@example.com> wrote:\n>\n>> It drips.\n',
    own: 'Monday is fine.',
  },
  'inline answers, plain': {
    body: 'On Mon, Jan 5, 2026 at 3:14 PM Ana Silva <ana.silva@example.org> wrote:\n> Shall I call the roofer?\n\nYes.\n\n> Which day?\n\nMonday.\n\n-- \nBob Bauer\n',
    own: 'Yes.\n\nMonday.',
  },
  'inline answers with a greeting, German, plain': {
    body: 'Hallo Ana,\n\nAm 05.01.2026 um 15:14 schrieb Ana Silva:\n> Soll ich anrufen?\nJa.\n> Welcher Tag?\nMontag.\n',
    own: 'Hallo Ana,\n\nJa.\n\nMontag.',
  },
  'inline answers, Gmail, HTML': {
    type: html,
    body: `<div dir="ltr"><br></div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, Jan 5, 2026 at 3:14 PM Ana Silva &lt;<a href="mailto:ana.silva@example.org">ana.silva@example.org</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px">Shall I call the roofer?<br></blockquote><div>Yes.</div><blockquote class="gmail_quote" style="margin:0px">Which day?<br></blockquote><div>Monday.</div></div>`,
    own: 'Yes.\n\nMonday.',
  },
  'inline answers, Thunderbird, HTML': {
    type: html,
    body: `<html><body><div class="moz-cite-prefix">On 1/5/26 15:14, Ana Silva wrote:<br></div><blockquote type="cite" cite="mid:a@b"><p>Shall I call the roofer?</p></blockquote><p>Yes.</p><blockquote type="cite" cite="mid:a@b"><p>Which day?</p></blockquote><p>Monday.</p></body></html>`,
    own: 'Yes.\n\nMonday.',
  },
  'an answer below the quote': {
    body: 'On Mon, Jan 5, 2026 at 3:14 PM Ana Silva <ana.silva@example.org> wrote:\n> Shall I call the roofer?\n\nYes, on Monday.\n',
    own: 'Yes, on Monday.',
  },
  'a command of their own, first mail': {
    subject: 'Deploy',
    isReply: false,
    body: 'Please run this:\n\n> npm test\n',
    own: 'Please run this:\n\n> npm test',
  },
  'a command of their own, in an answer': {
    body: 'Please run this:\n\n> npm test\n> npm run build\n\nand tell me.\n\nOn Mon, Jan 5, 2026 at 3:14 PM Ana Silva <ana.silva@example.org> wrote:\n\n> Shall I call the roofer?\n',
    own: 'Please run this:\n\n> npm test\n> npm run build\n\nand tell me.',
  },
  'a command of their own as the last line of an answer': {
    body: 'Just run this and nothing else:\n> npm test\n',
    own: 'Just run this and nothing else:\n> npm test',
  },
  'a command of their own with a time before it': {
    body: 'At 15:14 it printed:\n> build failed\n> exit 1\n',
    own: 'At 15:14 it printed:\n> build failed\n> exit 1',
  },
  'a quotation of their own, first mail': {
    subject: 'A poem',
    isReply: false,
    body: 'He said:\n\n> Shall I compare thee\n> to a summer’s day?\n> Thou art more lovely\n\nNice?\n',
    own: 'He said:\n\n> Shall I compare thee\n> to a summer’s day?\n> Thou art more lovely\n\nNice?',
  },
  'an indented paragraph of their own, HTML': {
    subject: 'A poem',
    isReply: false,
    type: html,
    body: `<div dir="ltr">He said:<blockquote style="margin:0 0 0 40px;border:none;padding:0px">Shall I compare thee</blockquote>Nice?</div>`,
    own: 'He said:\n> Shall I compare thee\nNice?',
  },
  'two dashes and a signature': {
    body: 'Monday is fine.\n\n-- \nBob Bauer\nRoof Street 1\n+49 30 1234\n\nOn Mon, Jan 5, 2026 at 3:14 PM Ana Silva <ana.silva@example.org> wrote:\n\n> Shall I?\n',
    own: 'Monday is fine.',
  },
  'a signature below the quote': {
    body: 'Monday is fine.\n\nOn 1/5/26 15:14, Ana Silva wrote:\n> Shall I?\n\n-- \nBob Bauer\n',
    own: 'Monday is fine.',
  },
  'a signature, Gmail, HTML': {
    type: html,
    body: `<div dir="ltr"><div>Monday is fine.</div><div><br clear="all"></div><br><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div dir="ltr">Bob Bauer<br>Roof Street 1</div></div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Jan 5, 2026 at 3:14 PM Ana &lt;a@example.org&gt; wrote:<br></div><blockquote class="gmail_quote">Shall I?</blockquote></div>`,
    own: 'Monday is fine.',
  },
  'dashes in a list of their own': {
    subject: 'List',
    isReply: false,
    body: 'One\n--\nTwo\n--\nThree is the one I mean, and it goes on for a while.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nEnd.\n',
    own: 'One\n--\nTwo\n--\nThree is the one I mean, and it goes on for a while.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nAnd on.\nEnd.',
  },
  'a first mail that speaks of phones': {
    subject: 'Phone',
    isReply: false,
    body: 'How do I read mail sent from my iPhone on Outlook for Android?\n',
    own: 'How do I read mail sent from my iPhone on Outlook for Android?',
  },
  'a first mail with headers to be written': {
    subject: 'Please write',
    isReply: false,
    body: 'Please write a mail.\nTo: Ana\nSubject: Roof\nand say that it drips.\n',
    own: 'Please write a mail.\nTo: Ana\nSubject: Roof\nand say that it drips.',
  },
  'passed on, Gmail, plain': {
    subject: 'Fwd: Roof',
    isReply: false,
    body: 'What do you think?\n\n---------- Forwarded message ---------\nFrom: Eve <eve@example.net>\nDate: Mon, Jan 5, 2026 at 3:14 PM\nSubject: Roof\nTo: <bob@example.com>\n\nPay me now.\n',
    own: 'What do you think?',
  },
  'passed on, Gmail, HTML': {
    subject: 'Fwd: Roof',
    isReply: false,
    type: html,
    body: `<div dir="ltr">What do you think?<br><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <strong class="gmail_sendername" dir="auto">Eve</strong> <span dir="auto">&lt;<a href="mailto:eve@example.net">eve@example.net</a>&gt;</span><br>Date: Mon, Jan 5, 2026 at 3:14 PM<br>Subject: Roof<br>To: &lt;bob@example.com&gt;<br></div><br><br>Pay me now.</div></div>`,
    own: 'What do you think?',
  },
  'passed on, Outlook, German': {
    subject: 'WG: Dach',
    isReply: false,
    body: 'Was meinst du?\n\nVon: Eve <eve@example.net>\nGesendet: Montag, 5. Januar 2026 15:14\nAn: Bob Bauer <bob@example.com>\nBetreff: Dach\n\nZahl jetzt.\n',
    own: 'Was meinst du?',
  },
  'passed on, Apple Mail, plain': {
    subject: 'Fwd: Roof',
    isReply: false,
    body: 'What do you think?\n\n> Begin forwarded message:\n> \n> From: Eve <eve@example.net>\n> Subject: Roof\n> Date: 5 January 2026 at 15:14:00 CET\n> To: Bob <bob@example.com>\n> \n> Pay me now.\n',
    own: 'What do you think?',
  },
  'passed on, Thunderbird, French': {
    subject: 'Fwd: Toit',
    isReply: false,
    body: 'Qu’en penses-tu ?\n\n\n-------- Message transféré --------\nSujet : \tToit\nDate : \tMon, 5 Jan 2026 15:14:00 +0100\nDe : \tEve <eve@example.net>\nPour : \tBob <bob@example.com>\n\n\nPaie maintenant.\n',
    own: 'Qu’en penses-tu ?',
  },
  'Seznam, Czech, plain': {
    body: 'Ano, prosím.\n\n---------- Původní e-mail ----------\nOd: Ana Silva <ana.silva@example.org>\nKomu: Bob <bob@example.com>\nDatum: 5. 1. 2026 15:14:00\nPředmět: Střecha\nMám zavolat?\n',
    own: 'Ano, prosím.',
  },
  'Superhuman, HTML': {
    type: html,
    body: `<html><body><div><div>Go ahead.</div><div class="sh-signature"><div>Sent via <a href="https://sprh.mn/?vip=x">Superhuman</a></div></div><br><div class="gmail_quote">On Mon, Jan 05, 2026 at 3:14 PM, Ana Silva <span dir="ltr">&lt;<a href="mailto:ana.silva@example.org">ana.silva@example.org</a>&gt;</span> wrote:<br><blockquote class="gmail_quote sh-color-black"><div>Shall I?</div></blockquote></div></div></body></html>`,
    own: 'Go ahead.',
  },
  'passed on, Outlook on the web': {
    subject: 'FW: Roof',
    type: html,
    body: `<html><body dir="ltr"><div class="elementToProof">What do you think?</div><div id="appendonsend"></div><hr tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Eve &lt;eve@example.net&gt;<br><b>Sent:</b> Monday<br><b>To:</b> Bob<br><b>Subject:</b> Roof</div><div>Pay me now.</div></body></html>`,
    own: 'What do you think?',
  },
  'commands of their own that end an answer': {
    body: 'Please run these:\n\n> npm ci\n> npm test\n> npm run build\n',
    own: 'Please run these:\n\n> npm ci\n> npm test\n> npm run build',
  },
  'a mail of their own to be sent, in an answer': {
    body: 'Please send this:\n\nFrom: bob@example.com\nTo: eve@example.net\nSubject: Roof\n\nIt is done.\n',
    own: 'Please send this:\n\nFrom: bob@example.com\nTo: eve@example.net\nSubject: Roof\n\nIt is done.',
  },
  'a quotation that ends a first mail': {
    subject: 'Minutes',
    isReply: false,
    body: 'Please check this. On 5 January 2026 at 15:14 Ana wrote:\n\n> The roof drips.\n> It drips a lot.\n> And more.\n',
    own: 'Please check this. On 5 January 2026 at 15:14 Ana wrote:\n\n> The roof drips.\n> It drips a lot.\n> And more.',
  },
  'two ways, divided by dashes': {
    body: 'Either this\n--\nor that.\n',
    own: 'Either this\n--\nor that.',
  },
  'what she wrote, told in an answer': {
    body: 'Hello.\n\nI asked Bob (bob@example.com) at 15:14 (twice):\n\nno answer.\n\nAt 9:00 on 5.1.2026 she wrote:\n\nnothing.\n',
    own: 'Hello.\n\nI asked Bob (bob@example.com) at 15:14 (twice):\n\nno answer.\n\nAt 9:00 on 5.1.2026 she wrote:\n\nnothing.',
  },
  'a journey, in an answer': {
    body: 'Please book this.\n\nFrom: Berlin\nTo: Paris\nDate: 5 January 2026, 15:14\nClass: second\n',
    own: 'Please book this.\n\nFrom: Berlin\nTo: Paris\nDate: 5 January 2026, 15:14\nClass: second',
  },
}

export const shapes: Reply[] = repliesOf(cases)
