/** Full forms of the map's short names, and names that take an article. Other names are used unchanged. */
const phrases: Readonly<Record<string, string>> = {
  Bahamas: 'the Bahamas',
  'Bosnia and Herz.': 'Bosnia and Herzegovina',
  'Central African Rep.': 'the Central African Republic',
  Congo: 'the Republic of the Congo',
  "Côte d'Ivoire": 'Côte d’Ivoire',
  'Dem. Rep. Congo': 'the Democratic Republic of the Congo',
  'Dominican Rep.': 'the Dominican Republic',
  'Eq. Guinea': 'Equatorial Guinea',
  eSwatini: 'Eswatini',
  'Falkland Is.': 'the Falkland Islands',
  'Fr. S. Antarctic Lands': 'the French Southern Lands',
  Gambia: 'the Gambia',
  Macedonia: 'North Macedonia',
  'N. Cyprus': 'Northern Cyprus',
  Netherlands: 'the Netherlands',
  Philippines: 'the Philippines',
  'S. Sudan': 'South Sudan',
  'Solomon Is.': 'the Solomon Islands',
  'United Arab Emirates': 'the United Arab Emirates',
  'United Kingdom': 'the United Kingdom',
  'United States of America': 'the United States',
  'W. Sahara': 'Western Sahara',
};

/** The name of a country of world-atlas as it is written after "over". */
export const countryPhrase = (name: string): string => phrases[name] ?? name;
