// The text of the large map, written for this project (MIT, like the rest of it).
#include <string>
#include <string_view>

#include "large_map/computation.hpp"

namespace large_map {

namespace {

constexpr std::string_view written =
    R"text(The harbour wakes before the sun. A lamp is lit in the office of the harbour master, and a second lamp on the pier, where the first boats are made ready. The keeper of the light has not slept. All night the beam went round over the water, and all night the keeper wrote down what the beam had found: two fishing boats, one sail, a seal, nothing, nothing, a great ship far out.

When the light goes out, the day begins. The fishermen carry nets and baskets down the stone steps. They speak little. The youngest of them counts the steps every morning, and every morning there are forty-one. The oldest of them says that there were forty-two when he was young, and that the sea has taken one. Nobody has found the step that is missing, but nobody has ever proved that the old man is wrong.

The letter came on a Tuesday. It was addressed to the keeper of the light, and it had been on its way for a year. The paper smelled of salt and of oranges. The keeper read the letter at the window, and read the letter again at the table, and then went down to the harbour with the letter in a pocket. The harbour master asked what was in the letter. The keeper said that it was a letter from a captain, and that the captain had asked a question.

The question was simple. How does a ship at night know which light it sees? Every light on this coast is white, the captain wrote, and every light goes round. In fog, and in the hour before the fog, one white light is like another white light. I have looked at your light and I thought that it was the light of the next harbour, and I have turned too early. Nothing was lost but paint. The next captain may lose more.

The harbour master laughed, and then the harbour master did not laugh. They sat down at the table with the chart of the coast between them. There were nine lights on the chart. The keeper put a small stone on each of them. A light can be white or red or green, said the harbour master. A red light is weak, said the keeper, and a green light looks white from far away. A light can be fast or slow, said the harbour master. The keeper looked at the stones for a long time.

If every light turned at its own pace, a captain would only have to count. One flash in five seconds is our light. One flash in eight seconds is the light of the next harbour. Two flashes together and then a dark time is the light on the rock. A captain who counts does not have to see the colour, and does not have to see the shape of the coast. A captain who counts looks at the flash that is here and at the flash that was before, and what lies between them is the name of the light.

They wrote nine letters, one to each light, and a tenth letter to the captain. The letters went out with the evening boat. Then they waited. The keeper went on to write down what the beam had found: a sail, a seal, nothing, two fishing boats, nothing. The steps were counted every morning and there were forty-one. The nets went out full of holes and came back full of fish, and on the days when they came back empty the fishermen said that the fish had read the weather better than they had.

The first answer came after a month. The light on the rock agreed: two flashes and a dark time. The second answer came from the next harbour, which did not agree, because the light of the next harbour was older and had always turned as it turned. The third answer was a drawing of a clock. By the end of the summer there were eight answers and seven of them agreed. The harbour master put the answers in a row on the table and read them again from the first to the last, and said that seven of nine was better than none of nine.

In the autumn the fog came. It came in the evening, as it always does, first over the water and then over the pier and then over the steps, until the youngest of the fishermen could not see the step on which he stood. The keeper lit the lamp and the beam went round, one flash in five seconds. Far out there was a ship. Nobody saw the ship. But those who stood on the pier heard a bell, and the bell was rung once, and then five seconds later it was rung once more, and then again, as slowly and as surely as the light.

She is counting, said the harbour master. The bell came nearer. It did not come nearer to the rock, and it did not come nearer to the sand, and at last a great dark shape came out of the fog with a lamp at its bow, and a rope was thrown, and a rope was caught. The captain came down first. The captain smelled of salt and of oranges. Which of you is the keeper of the light, asked the captain, and the keeper said: I am.

That night nobody wrote down what the beam had found. In the morning the sun was on the water, and the harbour woke after the sun for once. The youngest of the fishermen went down the stone steps to the boats, and counted them, and stopped, and went up again, and counted them again. There were forty-two. He looked at the lowest step for a long time. It was new, and it was of the same grey stone, and somebody had cut a small light into it, with one ray. The old man said nothing. He had a hammer in his basket, under the nets.
)text";

}  // namespace

std::string sample_text() { return std::string(written); }

}  // namespace large_map
