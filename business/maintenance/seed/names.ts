import type { Chance } from './demo-world.ts';

const surnames = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚邵万钱严'.split('');
const givenNames = ['建国', '志强', '晓雯', '丽华', '海涛', '佳琪', '文博', '雪梅', '俊杰', '思远', '秀英', '国栋', '晨曦', '婷婷', '启航', '永康', '美玲', '子轩', '慧敏', '宏伟', '雅静', '明哲', '春燕', '家豪', '若溪', '振华', '诗涵', '立群', '红霞', '浩然', '玉兰', '天佑', '静怡', '伟民', '欣妍', '德胜', '晓岚', '新宇', '桂芳', '一鸣', '淑珍', '凯', '敏', '磊', '颖', '涛', '莉', '斌', '倩', '峰'];

/** A name somebody could have; any likeness is chance. */
export const personName = (chance: Chance): string => `${chance.pick(surnames)}${chance.pick(givenNames)}`;
