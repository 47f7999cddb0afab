import { m } from '#words';

/**
 * The seas of the world, coarse: rings of [longitude, latitude] in whole degrees, closed by themselves.
 * They may cover land, because countries are looked up first. Limits of the International Hydrographic Organization
 * (Special Publication 23, 1953), simplified by hand: good to a degree or two.
 * Smaller waters come before those that they are part of.
 */
type Ring = readonly (readonly [longitude: number, latitude: number])[];

// prettier-ignore
export const seas: readonly (readonly [name: () => string, ring: Ring])[] = [
  [m.places_caspian_sea, [[46, 36], [55, 36], [55, 48], [46, 48]]],
  [m.places_sea_of_azov, [[34, 46], [35, 45.3], [37, 45.3], [40, 47.5], [36, 47.5]]],
  [m.places_black_sea, [[27, 43], [28, 41], [30, 41], [42, 40.5], [42, 44], [37, 45.3], [35, 45.3], [34, 47], [30, 47]]],
  [m.places_adriatic_sea, [[12, 46], [12, 44], [16, 41], [18.5, 40], [20, 40], [20, 42], [14, 46]]],
  [m.places_aegean_sea, [[23, 38], [23, 36], [26, 35.3], [28, 36], [28, 39], [27, 41], [22, 41]]],
  [m.places_mediterranean_sea, [[-5.6, 36], [-5.6, 35], [0, 34], [9, 36], [11, 30], [20, 29], [36, 30], [37, 37], [28, 38], [24, 41], [12, 46], [8, 45], [3, 44], [-1, 39]]],
  [m.places_gulf_of_aqaba, [[34.3, 28], [34.7, 28], [35.2, 29.7], [34.8, 29.7]]],
  [m.places_red_sea, [[32, 30], [33, 27], [37, 20], [42, 13], [43.3, 12.5], [43.5, 13], [42.5, 18], [38, 25], [35, 29]]],
  [m.places_gulf_of_aden, [[43.3, 12.5], [42, 11], [51.3, 11.5], [51.3, 16], [45, 14]]],
  [m.places_persian_gulf, [[47, 31], [48, 28], [50, 24], [54, 23.5], [56.4, 25.5], [56.4, 27.5], [51, 30]]],
  [m.places_gulf_of_oman, [[56.4, 27.5], [56.4, 24], [59.8, 22.5], [61.5, 25.5]]],
  [m.places_arabian_sea, [[51.3, 11.5], [73, 8], [78, 8], [77, 12], [73, 22], [67, 26], [60, 26], [57, 19], [51.3, 16]]],
  [m.places_laccadive_sea, [[72, 0], [80, 6], [78, 9.5], [76, 11], [73, 10]]],
  [m.places_andaman_sea, [[95, 5.7], [98, 6], [99, 10], [98.5, 17], [94.5, 17], [92.5, 13], [93, 8]]],
  [m.places_bay_of_bengal, [[80, 6], [95, 5.7], [93, 8], [92.5, 13], [94.5, 17], [92, 23], [87, 23], [79, 14]]],
  [m.places_strait_of_malacca, [[95, 5.7], [100, 2], [104, 1], [103, 3], [100, 7], [98, 8]]],
  [m.places_gulf_of_thailand, [[99, 9], [102.5, 6], [105, 8.5], [104.5, 11], [101, 14], [99, 13]]],
  [m.places_gulf_of_tonkin, [[105.5, 19], [107, 17], [110, 18.5], [110, 21], [108, 22.5], [105.5, 20]]],
  [m.places_java_sea, [[105.8, -6], [109, -8], [115, -8], [119, -5.5], [117, -3], [110, -2.8], [106, -2.5]]],
  [m.places_south_china_sea, [[103, 1.5], [106, -3], [110, -3], [117, 7], [120, 13], [120.5, 18], [121, 22], [118, 25], [108, 22], [105, 9]]],
  [m.places_sulu_sea, [[117, 7], [119, 5], [122, 7], [123, 10], [121, 13], [119, 11]]],
  [m.places_celebes_sea, [[118, 1], [124, 1], [126, 4], [125, 7], [122, 7], [118, 5]]],
  [m.places_molucca_sea, [[124, 1], [124, -2], [127.5, -2], [128, 2], [126, 4]]],
  [m.places_flores_sea, [[117, -8.5], [123, -8.5], [122.5, -5.5], [119, -5.5]]],
  [m.places_banda_sea, [[122.5, -5.5], [123, -8.5], [127, -8], [131, -7.5], [133, -5], [130, -3], [123, -3]]],
  [m.places_timor_sea, [[123, -10.5], [128, -8.5], [131, -9], [132, -12], [129, -15], [126, -14]]],
  [m.places_arafura_sea, [[131, -9], [131, -7.5], [134, -5.5], [138, -8], [142.5, -9], [142.5, -11], [136, -12.5], [132, -12]]],
  [m.places_gulf_of_carpentaria, [[136, -12.5], [142.5, -11], [142, -18], [135, -18]]],
  [m.places_bismarck_sea, [[141, -3], [146, -1.5], [152, -3], [150, -5.5], [146, -6]]],
  [m.places_solomon_sea, [[147, -8], [148, -6], [154, -5], [161, -9.5], [155, -11], [150, -10.5]]],
  [m.places_coral_sea, [[142.5, -9], [150, -10.5], [155, -11], [162, -10.5], [167, -16], [167, -22], [160, -29], [153, -30], [145, -17], [142.5, -11]]],
  [m.places_tasman_sea, [[153, -30], [160, -29], [168, -29.5], [173, -34.5], [175, -38], [171, -43], [166, -46.5], [147, -43.5], [148, -40], [150, -37]]],
  [m.places_bass_strait, [[143.5, -38.5], [144, -40.5], [148, -41], [148, -37.8]]],
  [m.places_great_australian_bight, [[118, -35], [146, -43.5], [144, -40.5], [143.5, -38.5], [138, -34], [131, -31], [124, -33]]],
  [m.places_sea_of_japan, [[129.5, 35], [132, 34], [136, 35.5], [141, 39], [142, 46], [142, 52], [135, 45], [127, 39]]],
  [m.places_yellow_sea, [[120, 33], [126.3, 33.5], [127, 37], [124, 40], [117, 40], [119, 36]]],
  [m.places_east_china_sea, [[118, 25], [121, 25], [125, 25], [130, 30], [130, 33], [126.3, 33.5], [120, 33]]],
  [m.places_sea_of_okhotsk, [[142, 46], [145, 44], [151, 46.5], [156.5, 51], [160, 58], [164, 63], [142, 60], [136, 54]]],
  [m.places_philippine_sea, [[121, 18], [125, 12], [126, 6], [131, 3], [139, 9], [146, 14], [145, 18], [141, 28], [138, 34], [131, 31], [125, 25], [121, 22]]],
  [m.places_bering_sea, [[163, 56], [168, 54.5], [180, 51.7], [188, 52.3], [196, 55], [203, 59], [192, 66], [180, 66], [163, 60]]],
  [m.places_gulf_of_alaska, [[206, 57], [226, 54.5], [226, 60], [208, 61.5]]],
  [m.places_gulf_of_california, [[-115, 32], [-109.5, 23], [-106.5, 23.5], [-112, 32]]],
  [m.places_gulf_of_mexico, [[-98, 18], [-90, 18], [-87, 21.3], [-84.9, 22], [-81, 23.2], [-80.7, 25.3], [-82, 30.5], [-98, 30.5]]],
  [m.places_caribbean_sea, [[-87, 21.3], [-89, 15.5], [-84, 11], [-82.5, 9], [-80.5, 9], [-79, 9.4], [-77, 8], [-72, 9], [-62, 10], [-60.5, 11], [-59.5, 13], [-61, 17], [-63, 18.4], [-68, 18.6], [-73, 19.5], [-75, 20], [-80, 22.5], [-84.9, 22]]],
  [m.places_gulf_of_saint_lawrence, [[-70, 47], [-64, 45.7], [-60.3, 47], [-59.3, 47.8], [-56, 51.5], [-60, 51], [-67, 50]]],
  [m.places_hudson_bay, [[-95, 58], [-82, 51], [-77, 51], [-76, 60], [-78, 63], [-88, 65]]],
  [m.places_labrador_sea, [[-56, 53], [-50, 50], [-44, 60], [-50, 66], [-62, 66], [-65, 60]]],
  [m.places_baltic_sea, [[10, 54], [14, 53.5], [21, 54], [31, 60], [25, 66], [17, 63], [16, 56.5], [11, 56]]],
  [m.places_english_channel, [[-5.7, 50], [-4.7, 48.5], [-1.5, 48.5], [2, 50.8], [1.4, 51.2], [-2, 51]]],
  [m.places_north_sea, [[1.4, 51.2], [2, 50.8], [5, 51.5], [9, 53.5], [8.5, 57], [5, 61], [-1, 61], [-3, 58.6], [-2, 56]]],
  [m.places_irish_sea, [[-6.4, 52.2], [-5.3, 52], [-3, 53], [-3, 55], [-5.5, 54.8], [-6.2, 54]]],
  [m.places_celtic_sea, [[-10, 51.5], [-8, 49], [-4.7, 48.5], [-5.7, 50], [-3, 51.5], [-5.3, 52], [-6.4, 52.2]]],
  [m.places_bay_of_biscay, [[-8, 43.7], [-1, 43], [-1, 47], [-4.7, 48.5]]],
  [m.places_norwegian_sea, [[5, 61], [12, 65], [20, 70], [17, 76], [-8, 71], [-14, 65], [-1, 61]]],
  [m.places_gulf_of_guinea, [[-7.5, 4.4], [8.7, -0.7], [10, 4], [5, 7], [-3, 6]]],
  [m.places_mozambique_channel, [[40, -11], [49, -12], [44, -17], [45, -25.5], [32.8, -26.8], [34, -20], [40, -16]]],
  [m.places_scotia_sea, [[-65, -55], [-55, -53.5], [-38, -54], [-26, -57], [-26, -60], [-56, -60]]],
  [m.places_drake_passage, [[-68, -56], [-65, -55], [-56, -60], [-68, -60]]],
];

/** The border between two oceans as longitudes at latitudes from south to north: straight lines between. */
type Border = readonly (readonly [latitude: number, longitude: number])[];

// prettier-ignore
const borders = {
  /** Cape Horn, the Andes, Panama, the Rocky Mountains. */
  pacificAtlantic: [[-60, -67.3], [-53, -70], [-20, -67], [0, -75], [7, -77.3], [9, -80.5], [12, -85.5], [17, -95], [20, -100], [30, -106], [60, -130], [70, -150]],
  /** Cape Agulhas, Africa, Anatolia. */
  atlanticIndian: [[-60, 20], [-30, 20], [0, 30], [15, 35], [30, 33], [70, 60]],
  /** Tasmania, Torres Strait, the Sunda Islands, Malaya. */
  indianPacific: [[-60, 146.9], [-39, 146.9], [-17, 143], [-11, 142.5], [-9.5, 125], [-8, 116], [-6, 105.8], [0, 101], [7, 100], [28, 98], [70, 90]],
} as const satisfies Record<string, Border>;

/** The ocean at a place that is not on land, in the language of the app. Degrees, longitude in [-180, 180]. */
export function oceanAt(latitude: number, longitude: number): string {
  if (latitude > 66.5) return m.places_arctic_ocean();
  if (latitude < -60) return m.places_southern_ocean();
  const isWestOf = (border: Border): boolean => longitude < along(border, latitude);
  const isNorth = latitude >= 0;
  if (isWestOf(borders.pacificAtlantic) || !isWestOf(borders.indianPacific))
    return isNorth ? m.places_north_pacific_ocean() : m.places_south_pacific_ocean();
  if (!isWestOf(borders.atlanticIndian)) return m.places_indian_ocean();
  return isNorth ? m.places_north_atlantic_ocean() : m.places_south_atlantic_ocean();
}

function along(border: Border, latitude: number): number {
  let [south, west] = border[0] ?? [0, 0];
  for (const [north, east] of border) {
    if (latitude <= north) {
      const share = north === south ? 0 : Math.max(0, (latitude - south) / (north - south));
      return west + share * (east - west);
    }
    [south, west] = [north, east];
  }
  return west;
}
