/**
 * The small words that identify a language, because they occur in nearly every line of it. A word that two languages
 * share counts for both. Nouns are never included, however common.
 */
export const stopWords = {
  en: `the a an and or of to in is it i you he she we they my your his her our their this that was were are am be been
    have has had do does did not don with for on at by from as but so if then what when where which who how why will
    would can could should me him them us its there here just about into out up no yes also than too very any some`,
  de: `der die das den dem des ein eine einen einem einer und oder aber ist sind war waren bin bist hat habe haben hatte
    hast ich du er sie es wir ihr mir mich dir dich uns euch ihm ihn ihnen mein meine meinen meinem meiner dein deine
    deinen sein seine seinen unser unsere nicht kein keine keinen mit von vom zu zum zur auf für bei beim aus nach über
    unter vor am im in an als auch noch nur schon so wie was wer wo wann warum wieso welche welcher welches welchen dass
    wenn weil dann doch mal wird werden wurde würde kann können muss will soll sich man hier da dort ja nein heute
    gestern morgen immer wieder bis um ob denn also heißt heisst gibt`,
  nl: `de het een en of maar is zijn was waren ben heeft heb hebben had hebt ik jij je hij zij ze wij we jullie mij me jou
    hem haar ons hun mijn jouw onze niet geen met van voor op bij uit naar over onder aan in als ook nog maar al zo hoe
    wat wie waar wanneer waarom welke dat die dit deze omdat dan toch wordt worden werd kan kunnen moet wil zal zich hier
    daar ja nee vandaag gisteren morgen altijd weer om te er`,
  da: `og i at det en et den til er som på de med han af for ikke der var mig sig men jeg du hun vi min din hans hendes har
    havde om vores dem da blev eller hvad hvor hvornår hvorfor hvem skal kan vil også nu når fra være bliver noget ikke
    meget efter igen hvilken`,
  no: `og i at det en et ei den til er som på de med han av for ikke der var meg seg men jeg du hun vi min din hans hennes
    har hadde om vår dem da ble eller hva hvor når hvorfor hvem skal kan vil også nå fra være blir noe mye etter igjen
    hvilken dette`,
  sv: `och i att det en ett den till är som på de med han av för inte där var mig sig men jag du hon vi min din hans hennes
    har hade om vår oss dem då blev eller vad när varför vem ska kan vill också nu från vara blir något mycket efter igen
    vilken detta`,
  fi: `ja on ei se että hän oli minä sinä me te he mutta kun kuin jos niin myös vain nyt mitä missä milloin miksi kuka mikä
    minun sinun hänen meidän tämä tuo ovat olen olet olla ollut sitten vielä jo kanssa tai joka minulla en oletko kuinka`,
  fr: `le la les un une des du de et ou mais est sont était étais suis es ai as avons avez ont avait je tu il elle on nous
    vous ils elles me te se moi toi lui leur mon ma mes ton ta tes son sa ses notre nos votre vos ne pas plus rien avec
    pour par sur sous dans en chez sans vers à au aux ce cet cette ces ça cela qui que quoi quel quelle quels quelles où
    quand comment pourquoi parce si alors aussi très bien déjà encore être avoir fait faire faut peut y d l j c n qu
    aujourd hier demain oui non combien`,
  es: `el la los las un una unos unas de del y o pero es son era eran soy eres fue fui he has ha hemos han había yo tú él
    ella nosotros ellos ellas usted me te se nos le les lo mi mis tu tus su sus nuestro nuestra no ni con para por sobre
    en a al sin hasta desde este esta esto estos estas ese esa eso que qué quién cuál cuándo cuando cómo como dónde donde
    porque si sí también muy más ya está están estaba estoy ser estar hay tengo tiene tenemos hoy ayer mañana cuánto
    cuántos cuánta cuántas entre`,
  pt: `o a os as um uma de do da dos das no na nos nas e ou mas é são era foi fui sou estou está estão estava tem tenho
    temos tinha eu tu você ele ela nós eles elas vocês me te se lhe meu minha meus minhas teu seu sua seus não nem com
    para por pelo pela sobre em ao sem até este esta isto esse essa isso aquele que quem qual quando como onde porque se
    também muito mais já hoje ontem amanhã quanto quantos às à`,
  it: `il lo la i gli le un uno una di del della dei delle da dal dalla in nel nella con su sul sulla per tra fra e o ma è
    sono era ero ho hai ha abbiamo hanno aveva io tu lui lei noi voi loro mi ti si ci vi mio mia miei tuo tua suo sua
    nostro non né a al alla ai che chi cosa quale quando come dove perché se anche molto più già questo questa quello
    quella oggi ieri domani quanto quanti essere stato fatto`,
  ro: `și si în in la de pe cu din pentru un o unei este e sunt era am ai are avem au aveți eu tu el ea noi voi ei ele mă te
    se ne vă îl îi meu mea tău ta său nu nici dar sau ce cine care când cum unde de că să dacă mai foarte acum azi ieri
    mâine acest această asta fost cât câți`,
  hu: `a az és vagy de hogy nem is van volt vagyok vagy voltam én te ő mi ti ők engem nekem neki ez azt ezt egy meg már még
    csak mint ha akkor most itt ott mit ki hol mikor miért hogyan melyik mert nagyon lesz lehet kell be fel el ma tegnap
    holnap igen vele velem mennyi hány`,
  tr: `ve bir bu da de için ile ama çok ben sen o biz siz onlar benim senin onun bizim ne kim nerede zaman nasıl neden hangi
    var yok değil mi mı mu mü gibi daha en kadar sonra önce her şey şu olan oldu olarak ya veya bugün dün yarın evet hayır
    kaç`,
  id: `yang dan di ke dari ini itu untuk dengan tidak ada saya aku kamu dia kami kita mereka akan sudah juga atau pada adalah
    bisa apa siapa mana kapan kenapa bagaimana karena kalau tapi sangat lebih lagi hari kemarin besok ya nya berapa`,
  lt: `ir yra buvo kad ne su iš į bet aš tu jis ji mes jūs jie mano tavo jo kas kur kada kaip kodėl kuris tai šis ta arba jau
    dar labai nuo iki per prie apie tik būti šiandien vakar rytoj taip kiek`,
  ru: `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее мне было вот от меня еще нет о из
    ему когда где кто мы для это эта этот они был была были быть мой моя мои наш твой твоя её если или тоже уже там тут
    сегодня вчера завтра почему какой какая какие сколько`,
  uk: `і й в у не що він на я з із як а то все вона так його але та ти до ж ви за б по її мені було від мене ще ні про коли
    де хто ми для це ця цей вони був була були бути мій моя мої наш твій якщо або теж вже там тут сьогодні вчора завтра
    чому який яка які скільки`,
  bg: `и в във не че той на аз с със как а то всички тя така но да ти към у вие за би по ми беше от мен още няма из му кога
    къде кой ние това тази този те бил била са съм си се е ще мой моя наш твой ако или също вече там тук днес вчера утре
    защо какъв какво колко`,
  sr: `и у не да он на ја с са као а то све она тако његов али ти к ви за би по јој ми је од ме још нема из му када кад где
    ко смо то овај ова ово они био била су сам си се ће мој моја наш твој ако или већ тамо овде данас јуче сутра зашто који
    која шта колико`,
  el: `ο η το οι τα του της των τον την και να είναι δεν με για από σε στο στη στην που τι πως θα μου σου μας ήταν αυτό αυτή
    ένα μια κι αλλά ή πότε πού ποιος γιατί έχω έχει`,
  ar: `في من على إلى عن مع هذا هذه ذلك التي الذي أن إن لا ما هو هي أنا نحن كان كانت قد لم لن هل متى أين كيف لماذا أو ثم`,
  hy: `և է եմ ես են որ ու չի այս այդ նա մենք դու ինչ որտեղ երբ ով իմ քո մի հետ համար բայց թե`,
  hi: `है हैं का की के को में से और यह वह मैं हम तुम आप ने पर भी नहीं क्या कब कहाँ कौन क्यों था थी थे हो कर मेरा मेरी`,
  ne: `छ छन् हो को का की मा ले लाई र यो त्यो म हामी तिमी तपाईं पनि के कहिले कहाँ को किन थियो भयो मेरो`,
  ta: `நான் நீ அவர் அவன் அவள் இது அது என்ன எங்கே எப்போது யார் ஒரு மற்றும் இல்லை ஆனால் என் உன்`,
} as const

export type TextLanguage = keyof typeof stopWords
