"""Countries, historical states, continents and some regions and cities, with their demonyms."""

from __future__ import annotations

__all__ = ["DEMONYMS", "PLACES"]

_TABLE = """
Afghanistan: Afghan
Africa: African
Albania: Albanian
Algeria: Algerian
America, United States, United States of America, USA, US, U.S., U.S.A.: American, US, U.S., Americans
Andorra: Andorran
Angola: Angolan
Argentina: Argentine, Argentinian, Argentinean
Armenia: Armenian
Asia: Asian
Athens: Athenian
Australia: Australian, Aussie
Austria, Austrian Empire, Austria-Hungary: Austrian, Austro-Hungarian
Azerbaijan: Azerbaijani, Azeri
Bahamas: Bahamian
Bahrain: Bahraini
Bangladesh: Bangladeshi
Barbados: Barbadian, Bajan
Basque Country: Basque
Bavaria: Bavarian
Belarus: Belarusian, Belarusan, Byelorussian
Belgium: Belgian
Belize: Belizean
Bengal, West Bengal: Bengali
Benin: Beninese
Bhutan: Bhutanese
Bohemia: Bohemian
Bolivia: Bolivian
Bosnia and Herzegovina, Bosnia: Bosnian, Herzegovinian
Botswana: Motswana, Botswanan
Brazil: Brazilian
Brittany: Breton
Brunei: Bruneian
Bulgaria: Bulgarian
Burgundy: Burgundian
Burkina Faso: Burkinabe, Burkinabé
Burma, Myanmar: Burmese
Burundi: Burundian
Byzantine Empire, Byzantium: Byzantine
California: Californian
Cambodia: Cambodian, Khmer
Cameroon: Cameroonian
Canada: Canadian
Cape Verde: Cape Verdean
Carthage: Carthaginian, Punic
Castile: Castilian
Catalonia: Catalan
Central African Republic: Central African
Chad: Chadian
Chile: Chilean
China, People's Republic of China: Chinese
Colombia: Colombian
Comoros: Comorian
Congo, Democratic Republic of the Congo, Republic of the Congo: Congolese
Cornwall: Cornish
Corsica: Corsican
Costa Rica: Costa Rican
Crete: Cretan
Croatia: Croatian, Croat
Cuba: Cuban
Cyprus: Cypriot
Czech Republic, Czechia: Czech
Czechoslovakia: Czechoslovak, Czechoslovakian
Denmark: Danish, Dane
Djibouti: Djiboutian
Dominica: Dominican
Dominican Republic: Dominican
East Germany, German Democratic Republic: East German
East Timor, Timor-Leste: Timorese
Ecuador: Ecuadorian, Ecuadorean
Egypt: Egyptian
El Salvador: Salvadoran, Salvadorian
England, Kingdom of England: English, Englishman, Englishwoman
Equatorial Guinea: Equatoguinean
Eritrea: Eritrean
Estonia: Estonian
Eswatini, Swaziland: Swazi
Ethiopia: Ethiopian
Europe: European
Faroe Islands: Faroese
Fiji: Fijian
Finland: Finnish, Finn
Flanders: Flemish
Florence: Florentine
France, Kingdom of France: French, Frenchman, Frenchwoman
Francia, Frankish Empire: Frankish
Frisia, Friesland: Frisian
Gabon: Gabonese
Galicia: Galician
Gambia: Gambian
Gaul: Gaulish, Gallic
Genoa, Republic of Genoa: Genoese
Georgia: Georgian
Germany, German Empire, Nazi Germany, West Germany: German, Nazi, West German
Ghana: Ghanaian
Greece: Greek, Hellenic
Greenland: Greenlandic, Greenlander
Grenada: Grenadian
Guatemala: Guatemalan
Guinea: Guinean
Guinea-Bissau: Bissau-Guinean
Guyana: Guyanese
Haiti: Haitian
Hawaii: Hawaiian
Holland, Netherlands, The Netherlands, Kingdom of the Netherlands, Dutch Republic: Dutch, Dutchman, Dutchwoman
Honduras: Honduran
Hong Kong: Hongkonger, Hong Konger, Cantonese
Hungary: Hungarian, Magyar
Iceland: Icelandic, Icelander
India: Indian
Indonesia: Indonesian
Iran, Persia, Persian Empire: Iranian, Persian
Iraq: Iraqi
Ireland, Republic of Ireland: Irish, Irishman, Irishwoman
Israel: Israeli
Italy, Kingdom of Italy: Italian
Ivory Coast, Côte d'Ivoire: Ivorian
Jamaica: Jamaican
Japan, Empire of Japan: Japanese
Java: Javanese
Jordan: Jordanian
Judea, Judaism: Jewish, Judean
Kazakhstan: Kazakh, Kazakhstani
Kenya: Kenyan
Kerala: Keralite, Malayali
Kiribati: I-Kiribati
Kosovo: Kosovan, Kosovar
Kurdistan: Kurdish, Kurd
Kuwait: Kuwaiti
Kyrgyzstan: Kyrgyz, Kyrgyzstani
Laos: Laotian, Lao
Latvia: Latvian
Lebanon: Lebanese
Lesotho: Basotho, Mosotho
Liberia: Liberian
Libya: Libyan
Liechtenstein: Liechtensteiner
Lithuania: Lithuanian
London: Londoner
Lombardy: Lombard
Luxembourg: Luxembourgish, Luxembourger
Macau: Macanese
Macedonia, North Macedonia, Republic of Macedonia: Macedonian
Madagascar: Malagasy, Madagascan
Malawi: Malawian
Malaysia: Malaysian, Malay
Maldives: Maldivian
Mali: Malian
Malta: Maltese
Manchuria: Manchu, Manchurian
Mauritania: Mauritanian
Mauritius: Mauritian
Mexico: Mexican
Milan: Milanese
Moldova, Moldavia: Moldovan, Moldavian
Monaco: Monégasque, Monacan
Mongolia, Mongol Empire: Mongolian, Mongol
Montenegro: Montenegrin
Morocco: Moroccan
Mozambique: Mozambican
Namibia: Namibian
Naples, Kingdom of Naples: Neapolitan
Nepal: Nepali, Nepalese
New York, New York City: New Yorker
New Zealand: New Zealander, Kiwi, NZ
Nicaragua: Nicaraguan
Niger: Nigerien
Nigeria: Nigerian
Normandy: Norman
North America: North American
North Korea, Democratic People's Republic of Korea: North Korean, Korean
Northern Ireland: Northern Irish
Norway: Norwegian
Oman: Omani
Ottoman Empire: Ottoman
Pakistan: Pakistani
Palestine: Palestinian
Panama: Panamanian
Papua New Guinea: Papua New Guinean, Papuan
Paraguay: Paraguayan
Paris: Parisian
Peru: Peruvian
Philippines: Filipino, Filipina, Philippine, Tagalog
Phoenicia: Phoenician
Piedmont: Piedmontese
Poland: Polish, Pole
Portugal: Portuguese
Prussia, Kingdom of Prussia: Prussian
Puerto Rico: Puerto Rican
Punjab: Punjabi
Qatar: Qatari
Quebec: Quebecois, Québécois, Quebecer
Romania: Romanian, Rumanian
Roman Empire, Roman Republic, Rome, Ancient Rome: Roman
Russia, Russian Empire, Russian Federation: Russian
Rwanda: Rwandan
Saint Lucia: Saint Lucian
Samoa: Samoan
San Marino: Sammarinese
Sardinia, Kingdom of Sardinia: Sardinian
Saudi Arabia: Saudi, Saudi Arabian
Saxony: Saxon
Scandinavia: Scandinavian
Scotland, Kingdom of Scotland: Scottish, Scots, Scot, Scotsman, Scotswoman
Senegal: Senegalese
Serbia: Serbian, Serb
Seychelles: Seychellois
Siam, Thailand: Siamese, Thai
Sicily, Kingdom of Sicily: Sicilian
Sierra Leone: Sierra Leonean
Silesia: Silesian
Singapore: Singaporean
Slovakia: Slovak, Slovakian
Slovenia: Slovenian, Slovene
Solomon Islands: Solomon Islander
Somalia: Somali
South Africa: South African
South America: South American
South Korea, Republic of Korea, Korea: South Korean, Korean
South Sudan: South Sudanese
Soviet Union, USSR, Union of Soviet Socialist Republics: Soviet, Russian
Spain: Spanish, Spaniard
Sparta: Spartan
Sri Lanka, Ceylon: Sri Lankan, Ceylonese, Sinhalese
Sudan: Sudanese
Suriname: Surinamese
Sweden: Swedish, Swede
Switzerland: Swiss
Syria: Syrian
Taiwan, Republic of China: Taiwanese, Chinese
Tajikistan: Tajik, Tajikistani
Tamil Nadu: Tamil
Tanzania: Tanzanian
Tasmania: Tasmanian
Telangana, Andhra Pradesh: Telugu
Texas: Texan
Tibet: Tibetan
Togo: Togolese
Tonga: Tongan
Trinidad and Tobago, Trinidad: Trinidadian, Tobagonian
Tunisia: Tunisian
Turkey, Türkiye: Turkish, Turk
Turkmenistan: Turkmen
Tuscany: Tuscan
Tuvalu: Tuvaluan
Tyrol: Tyrolean, Tyrolese
Uganda: Ugandan
Ukraine: Ukrainian
United Arab Emirates: Emirati
United Kingdom, Great Britain, Britain, UK, Kingdom of Great Britain, British Empire: British, Briton, Brit, UK, U.K.
Uruguay: Uruguayan
Uzbekistan: Uzbek, Uzbekistani
Vanuatu: Vanuatuan
Vatican City: Vatican
Venezuela: Venezuelan
Venice, Republic of Venice: Venetian
Vienna: Viennese
Vietnam: Vietnamese
Wales: Welsh, Welshman, Welshwoman
Wallonia: Walloon
West Indies, Caribbean: West Indian, Caribbean
Yemen: Yemeni
Yugoslavia, Kingdom of Yugoslavia: Yugoslav, Yugoslavian
Zambia: Zambian
Zimbabwe, Rhodesia: Zimbabwean, Rhodesian
"""


def _plain(word: str) -> str:
    return word.strip().casefold()


def _parse(table: str) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in table.strip().splitlines():
        places, demonyms = line.split(":")
        words = frozenset(_plain(word) for word in demonyms.split(","))
        for place in map(_plain, places.split(",")):
            found[place] = found.get(place, frozenset()) | words
    return found


DEMONYMS: dict[str, frozenset[str]] = _parse(_TABLE)
"""Casefolded place name to its casefolded demonyms."""

PLACES: dict[str, frozenset[str]] = {
    demonym: frozenset(place for place, demonyms in DEMONYMS.items() if demonym in demonyms)
    for demonym in frozenset().union(*DEMONYMS.values())
}
"""Casefolded demonym to the casefolded places that it may speak of."""
