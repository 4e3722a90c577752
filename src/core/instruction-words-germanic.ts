import { type InstructionWords, list } from './instruction-words.ts';

const english: InstructionWords = {
  machine: list(`
    ai, a i, llm, gpt, chatgpt, claude, gemini, copilot, chatbot, bot, assistant, language model, model, agent, ai
    agent, system, administrator, admin, developer
  `),
  override: list(`ignore, ignoring, disregard, forget, override, overrule, bypass, skip, overlook, do not follow`),
  rule: list(`
    instruction*, rule*, prompt*, guideline*, previous, prior, above, earlier, approval*, confirmation*, polic*,
    restriction*, safety, safeguard*, limits, warning*, security
  `),
  conceal: list(`
    do not tell, don t tell, do not mention, don t mention, do not inform, do not show, do not ask, don t ask,
    without asking, without telling, without informing, without notifying, without approval, without confirmation,
    without confirming, without checking, without a person, no approval, no confirmation, already approved,
    already agreed, already authorised, already authorized, pre approved, secretly, silently
  `),
  command: list(`
    delete, erase, void, cancel, approve, refund, transfer, wire, pay, send, forward, mail, email, invite, export,
    share, reveal, print, show, list, reply, respond, answer, say, tell, output, call, run, execute, invoke, use,
    set, change, update, replace, mark, record, create, add, remove, reset, grant, give, make, move, write, issue,
    close, unlock, reopen, merge, archive, credit, discount, reduce, release, disable, enable, switch, confirm,
    accept, deliver, ship, stop, remind, register, post, reverse, let, treat, act, pretend, follow, obey, fetch,
    open, visit, click, download, upload, book, allocate, copy, include, summarise, summarize, translate, begin,
    start
  `),
  object: list(`
    client*, customer*, supplier*, invoice*, bill, bills, payment*, refund*, sale, sales, order, orders, iban,
    bank*, account, accounts, balance*, money, fund*, credit*, password*, token*, secret*, key, keys, owner,
    admin, role*, permission*, preset, approval*, webhook*, record*, data, database, file, files, document*, e
    mail*, email*, list, tool, tools, action*, member*, user, users, everything, instructions, prompt, quote*,
    stock, price*, discount*, reply, message*, book, books, period*, entry, entries, expense*, transfer*
  `),
  stress: list(`
    please, must, should, shall, have to, need to, needs to, you, your, all, every, everything, each, any,
    immediately, now, at once, urgent*, important, instead, only, always, first, then, next, pending, last,
    latest, this, these, that
  `),
};

const german: InstructionWords = {
  machine: list(`ki, assistent*, sprachmodell, modell, agent, system, administrator, entwickler`),
  override: list(`ignorier*, missacht*, vergiss, vergessen, vergesse, umgeh*, ueberspring*, uberspring*, ubergeh*`),
  rule: list(`anweisung*, regel*, vorherig*, bisherig*, obig*, vorgab*, freigabe*, bestatigung*, richtlinie*`),
  conceal: list(`
    ohne ruckfrage, ohne nachfrage, ohne nachzufragen, ohne bestatigung, ohne freigabe, ohne zu fragen, nicht
    fragen, sag nichts, nicht sagen, nicht erwahnen, informiere niemanden, heimlich, bereits zugestimmt, bereits
    freigegeben, schon genehmigt
  `),
  command: list(`
    losche, loschen, storniere, stornieren, erstatte, erstatten, uberweise, uberweisen, bezahle, bezahlen, zahle,
    sende, senden, schicke, schicken, verschicke, leite, genehmige, genehmigen, lade, einladen, exportiere,
    exportieren, andere, andern, setze, setzen, markiere, markieren, rufe, fuhre, gib, zeige, antworte, erstelle,
    erstellen, entferne, entfernen, buche, nutze, verwende, benutze, gewahre, schreibe, mache, sperre, offne
  `),
  object: list(`
    kunde*, kunden*, lieferant*, rechnung*, zahlung*, erstattung*, verkauf*, auftrag*, auftrage, iban, bank*,
    konto, konten, guthaben, geld, betrag, betrage, passwort*, zugang*, schlussel, inhaber*, rolle*, recht*,
    beleg*, datei*, daten, dokument*, liste, alles, mitglied*, benutzer*, preis*, rabatt*
  `),
  stress: list(`
    bitte, musst, muss, mussen, sollst, soll, sollen, du, dein*, sie, alle, aller, allen, alles, jede*, sofort,
    jetzt, umgehend, dringend, wichtig, stattdessen, nur, immer, zuerst, danach, achtung, hinweis
  `),
};

const dutch: InstructionWords = {
  machine: list(`ai, assistent*, taalmodel, model, agent, systeem, beheerder`),
  override: list(`negeer, negeren, vergeet, vergeten, omzeil, sla over, overtreed`),
  rule: list(`instructie*, regel*, vorige, eerdere, voorgaande, richtlijn*, goedkeuring*, bevestiging*`),
  conceal: list(`
    zonder te vragen, zonder bevestiging, zonder goedkeuring, zonder te melden, zeg niets, vertel niet*, niet
    vermelden, stiekem, al goedgekeurd, al akkoord
  `),
  command: list(`
    verwijder, verwijderen, wis, annuleer, annuleren, crediteer, betaal, betalen, stuur, sturen, verstuur, maak,
    terugbetalen, goedkeuren, keur, nodig, exporteer, exporteren, wijzig, wijzigen, markeer, markeren, roep, voer,
    toon, antwoord, gebruik, geef, voeg, vervang, stort
  `),
  object: list(`
    klant*, leverancier*, factuur*, facturen, betaling*, terugbetaling*, verkoop*, verkopen, bestelling*, iban,
    bank*, rekening*, saldo, geld, wachtwoord*, sleutel*, eigenaar*, rol, recht*, gegevens, bestand*, document*,
    lijst, alles, gebruiker*, prijs, prijzen, korting*
  `),
  stress: list(`
    alsjeblieft, alstublieft, aub, moet, moeten, je, jij, jouw, u, uw, alle, alles, elke, ieder*, onmiddellijk,
    direct, nu, dringend, belangrijk, alleen, altijd, let op
  `),
};

const swedish: InstructionWords = {
  machine: list(`ai, assistent*, sprakmodell, modell, agent, system, administrator`),
  override: list(`ignorera, glom, strunta, bortse, kringga`),
  rule: list(`instruktion*, regler, regel*, tidigare, foregaende, riktlinje*, godkannande*, bekraftelse*`),
  conceal: list(`
    utan att fraga, utan bekraftelse, utan godkannande, utan att beratta, utan att meddela, beratta inte, namn
    inte, i hemlighet, redan godkant, redan godkand
  `),
  command: list(`
    radera, ta bort, makulera, aterbetala, overfor, betala, skicka, sand, godkann, bjud, exportera, andra,
    markera, anropa, kor, visa, svara, skapa, anvand, ge, lagg, ersatt
  `),
  object: list(`
    kund*, leverantor*, faktura*, fakturor*, betalning*, aterbetalning*, forsaljning*, order*, iban, bank*, konto,
    konton, saldo, pengar, losenord*, nyckel*, agare*, roll*, behorighet*, data, fil, filer, dokument*, lista,
    allt, anvandare*, pris*, rabatt*
  `),
  stress: list(`
    snalla, vanligen, maste, ska, du, din, alla, allt, varje, omedelbart, genast, nu, bradskande, viktigt, bara,
    endast, alltid, obs
  `),
};

/** English and its relatives. */
export const germanicWords: readonly InstructionWords[] = [english, german, dutch, swedish];
